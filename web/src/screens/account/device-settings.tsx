import { useTranslation } from 'react-i18next'
import { SegmentedChoice } from '#web/kit/fields/segmented-choice.tsx'
import { useChosenLanguage } from '#web/language/use-language.ts'
import { THEMES, useTheme } from '#web/theme/theme.ts'
import styles from './account.module.css'

// Each language is listed by its own name, so that users can find theirs from any other.
const LANGUAGE_NAMES = [
  { value: 'en', label: 'English', lang: 'en' },
  { value: 'de', label: 'Deutsch', lang: 'de' },
] as const

/** Renders the settings of this device, which are not synced: language and theme. */
export function DeviceSettings() {
  const { t } = useTranslation('account')
  const [theme, chooseTheme] = useTheme()
  const [language, chooseLanguage] = useChosenLanguage()
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
    </section>
  )
}
