import { useTranslation } from 'react-i18next'
import { SegmentedChoice } from '#web/kit/fields/segmented-choice.tsx'
import { languages, nameOfLanguage } from '#web/language/languages.ts'
import { useChosenLanguage } from '#web/language/use-language.ts'
import { THEMES, useTheme } from '#web/theme/theme.ts'
import styles from './account.module.css'

/** Renders the settings of this device, which are not synced: language and theme. */
export function DeviceSettings() {
  const { t } = useTranslation('account')
  const [theme, chooseTheme] = useTheme()
  const [language, chooseLanguage] = useChosenLanguage()
  const named = languages.map(value => ({ value, label: nameOfLanguage(value), lang: value }))
  const themes = THEMES.map(value => ({ value, label: t(`theme.${value}`) }))

  return (
    <section className={styles.settings} aria-label={t('settings')}>
      <div className={styles.setting}>
        <span aria-hidden="true">{t('language')}</span>
        <SegmentedChoice name={t('language')} options={named} value={language} onChange={chooseLanguage} />
      </div>
      <div className={styles.setting}>
        <span aria-hidden="true">{t('appearance')}</span>
        <SegmentedChoice name={t('appearance')} options={themes} value={theme} onChange={chooseTheme} />
      </div>
    </section>
  )
}
