import { useTranslation } from 'react-i18next'
import { SegmentedChoice } from '#web/kit/fields/segmented-choice.tsx'
import { supportedLanguages, nativeNameOfLanguage } from '#web/language/languages.ts'
import { useLanguageChoice } from '#web/language/use-language.ts'
import { THEMES, useTheme } from '#web/theme/theme.ts'
import styles from './account.module.css'
import { use, useState } from 'react'
import { useServerSettingsIfLoaded } from '#web/api/server-settings.ts'
import { hasOptedOutOfTracking } from '#web/analytics/analytics.ts'
import { readRememberedUsage, storeRememberedUsage } from '#web/analytics/remembered-usage.ts'
import { Button } from '#web/kit/button.tsx'
import { OpenFrameDialogContext } from '#web/kit/frame-contexts.ts'

export function LanguageAndThemeSettings() {
  const { t } = useTranslation('account')
  const [theme, chooseTheme] = useTheme()
  const [language, chooseLanguage] = useLanguageChoice()
  const named = supportedLanguages.map(value => ({ value, label: nativeNameOfLanguage(value), lang: value }))
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

export function ShareStatsSetting({ userId }: { userId: string }) {
  const settings = useServerSettingsIfLoaded()
  if (hasOptedOutOfTracking()) return null
  if (settings === undefined) return <div data-loading />
  const host = settings?.sink ?? null
  return host !== null && <Choice host={host} userId={userId} />
}

function Choice({ host, userId }: { host: string; userId: string }) {
  const { t } = useTranslation('account')
  const [agreed, setAgreed] = useState(() => readRememberedUsage(userId).shareWith)
  const name = t('share.name', { host })
  const options = [
    { value: 'no', label: t('share.no') },
    { value: 'yes', label: t('share.yes') },
  ] as const

  function agree(shareWith: string | null) {
    storeRememberedUsage(userId, { shareWith })
    // A choice that could not be stored is shown as not made.
    setAgreed(readRememberedUsage(userId).shareWith)
  }

  return (
    <section className={styles.settings} aria-label={name}>
      <div className={styles.setting}>
        <div>
          <span aria-hidden="true">{name}</span>
          <p className={styles.muted}>{t('share.what')}</p>
        </div>
        <SegmentedChoice
          name={name}
          options={options}
          // Consent for another host does not apply to this one.
          value={agreed === host ? 'yes' : 'no'}
          onChange={value => agree(value === 'yes' ? host : null)}
        />
      </div>
    </section>
  )
}

export function ShortcutsButton() {
  const { t } = useTranslation('account')
  const open = use(OpenFrameDialogContext)
  return (
    <Button variant="bare" className={styles.bare} onClick={() => open({ kind: 'shortcuts' })}>
      {t('shortcuts')}
    </Button>
  )
}
