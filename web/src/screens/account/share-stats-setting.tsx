import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useServerSettingsStatus } from '#web/api/server-settings.ts'
import { SegmentedChoice } from '#web/kit/fields/segmented-choice.tsx'
import { hasOptedOutOfTracking } from '#web/analytics/analytics.ts'
import { rememberedUsage, rememberUsage } from '#web/analytics/remembered-usage.ts'
import styles from './account.module.css'

/**
 * Renders the setting with which the user allows the app to send usage statistics to an external server. The setting is
 * off by default. Renders nothing if this installation of the app has no such server configured, or if the browser asks
 * not to be tracked (rule AN10).
 */
export function ShareStatsSetting({ userId }: { userId: string }) {
  const settings = useServerSettingsStatus()
  if (hasOptedOutOfTracking()) return null
  if (settings === undefined) return <div data-loading />
  const host = settings?.sink ?? null
  return host !== null && <Choice host={host} userId={userId} />
}

function Choice({ host, userId }: { host: string; userId: string }) {
  const { t } = useTranslation('account')
  const [agreed, setAgreed] = useState(() => rememberedUsage(userId).shareWith)
  const name = t('share.name', { host })
  const options = [
    { value: 'no', label: t('share.no') },
    { value: 'yes', label: t('share.yes') },
  ] as const

  function agree(shareWith: string | null) {
    rememberUsage(userId, { shareWith })
    // A choice that could not be stored is shown as not made.
    setAgreed(rememberedUsage(userId).shareWith)
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
