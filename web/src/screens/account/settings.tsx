import { useTranslation } from 'react-i18next'
import { SegmentedChoice } from '#web/kit/segmented-choice.tsx'
import { useLanguage } from '#web/language/use-language.ts'
import { THEMES, useTheme } from '#web/theme/theme.ts'
import { ShareFigures } from './share-figures.tsx'
import styles from './account.module.css'

// Each language is named in itself: who is lost in the wrong one still finds their own.
const LANGUAGE_NAMES = [
  { value: 'en', label: 'English', lang: 'en' },
  { value: 'de', label: 'Deutsch', lang: 'de' },
] as const

/** What belongs to this device, not to the account: language and appearance. */
export function Settings() {
  const { t } = useTranslation('account')
  const [theme, chooseTheme] = useTheme()
  const [language, chooseLanguage] = useLanguage()
  const themes = THEMES.map(value => ({ value, label: t(`theme.${value}`) }))

  return (
    <section className={styles.settings} aria-label={t('settings')}>
      <div className={styles.setting}>
        <span aria-hidden="true">{t('language')}</span>
        <SegmentedChoice
          name={t('language')}
          options={LANGUAGE_NAMES}
          value={language}
          onChange={chooseLanguage}
        />
      </div>
      <div className={styles.setting}>
        <span aria-hidden="true">{t('appearance')}</span>
        <SegmentedChoice name={t('appearance')} options={themes} value={theme} onChange={chooseTheme} />
      </div>
      <ShareFigures />
    </section>
  )
}
