import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useServerSettingsStatus } from '#web/api/use-server-settings.ts'
import { SegmentedChoice } from '#web/kit/fields/segmented-choice.tsx'
import { hasOptedOutOfTracking } from '#web/analytics/analytics.ts'
import { useDeviceLibrary } from '#web/store/device-library.ts'
import styles from './account.module.css'

/**
 * Renders the setting with which the user allows the app to send usage statistics to an external server. The setting is
 * off by default. Renders nothing if this installation of the app has no such server configured, or if the browser asks
 * not to be tracked (rule AN10).
 */
export function ShareStatsSetting() {
  const settings = useServerSettingsStatus()
  if (hasOptedOutOfTracking()) return null
  if (settings === undefined) return <div data-loading />
  const host = settings?.sink ?? null
  return host !== null && <Choice host={host} />
}

function Choice({ host }: { host: string }) {
  const { t } = useTranslation('account')
  const [agreed, agree] = useConsent()
  const name = t('share.name', { host })
  const options = [
    { value: 'no', label: t('share.no') },
    { value: 'yes', label: t('share.yes') },
  ] as const

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

/** Returns the host that the user has agreed to, persisted in their database; null until it is read, and for none. */
function useConsent(): [string | null, (host: string | null) => void] {
  const { store } = useDeviceLibrary()
  const [agreed, setAgreed] = useState<string | null>(null)

  useEffect(() => {
    let isGone = false
    void store
      .get()
      ?.readPersisted('analytics-consent')
      .then(kept => {
        if (!isGone && typeof kept === 'string') setAgreed(kept)
      })
    return () => {
      isGone = true
    }
  }, [store])

  async function agree(host: string | null) {
    setAgreed(host)
    const isKept = await store.get()?.persist('analytics-consent', host)
    // A choice that could not be persisted is shown as not made.
    if (isKept !== true) setAgreed(agreed)
  }

  return [agreed, host => void agree(host)]
}
