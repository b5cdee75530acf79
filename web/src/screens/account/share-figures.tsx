import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useServerSettings } from '#web/api/use-server-settings.ts'
import { SegmentedChoice } from '#web/kit/segmented-choice.tsx'
import { wantsNoCounting } from '#web/outside/analytics.ts'
import { currentStore } from '#web/store/current-store.ts'
import styles from './account.module.css'

/** Lets usage figures be passed on to the server outside, where there is one: off until it is wanted (rule AN10). */
export function ShareFigures() {
  const host = useServerSettings()?.sink ?? null
  return host === null || wantsNoCounting() ? null : <Choice host={host} />
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
    <div className={styles.setting}>
      <div>
        <span aria-hidden="true">{name}</span>
        <p className={styles.muted}>{t('share.what')}</p>
      </div>
      <SegmentedChoice
        name={name}
        options={options}
        // What was agreed to for another host is no word about this one.
        value={agreed === host ? 'yes' : 'no'}
        onChange={value => agree(value === 'yes' ? host : null)}
      />
    </div>
  )
}

/** The host that was agreed to, kept in the user's own database; null until it is read, and for none. */
function useConsent(): [string | null, (host: string | null) => void] {
  const [agreed, setAgreed] = useState<string | null>(null)

  useEffect(() => {
    let isGone = false
    void currentStore
      .get()
      ?.kept('analytics-consent')
      .then(kept => {
        if (!isGone && typeof kept === 'string') setAgreed(kept)
      })
    return () => {
      isGone = true
    }
  }, [])

  async function agree(host: string | null) {
    setAgreed(host)
    const isKept = await currentStore.get()?.keep('analytics-consent', host)
    // What cannot be kept was not decided, and must not look as if it were.
    if (isKept !== true) setAgreed(agreed)
  }

  return [agreed, host => void agree(host)]
}
