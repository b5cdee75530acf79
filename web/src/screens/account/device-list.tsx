import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { daysBetween } from '#core/library/day.ts'
import { localDay } from '#web/device/calendar.ts'
import { useToday } from '#web/store/clock.ts'
import { Button } from '#web/kit/button.tsx'
import { LoadingIndicator } from '#web/kit/spinner.tsx'
import { useDevices, type SignedInDevice, type SignOutTarget } from './use-devices.ts'
import styles from './device-list.module.css'

/** Number of devices shown before "show more". */
const SHOWN_AT_FIRST = 4

/** For a device last seen more days ago than this, the date is shown. */
const MOST_DAYS_COUNTED = 30

/**
 * Renders the devices on which the user is signed in, this device first. All other devices have a sign-out button (rule
 * ID23).
 */
export function DeviceList({ userId }: { userId: string }) {
  const { t } = useTranslation('account')
  const heading = useRef<HTMLHeadingElement>(null)
  // The pressed button is removed together with its device.
  const { state, ending, reload, end } = useDevices(userId, () => heading.current?.focus())

  return (
    <section
      className={styles.devices}
      aria-labelledby="devices"
      data-loading={state.kind === 'loading' || undefined}
    >
      <h2 id="devices" ref={heading} tabIndex={-1}>
        {t('devices.title')}
      </h2>
      {state.kind === 'loading' && <LoadingIndicator label={t('devices.loading')} />}
      {(state.kind === 'offline' || state.kind === 'failed') && (
        <>
          <p className={styles.muted}>{t(`devices.${state.kind}`)}</p>
          <Button className={styles.again} onClick={reload}>
            {t('devices.again')}
          </Button>
        </>
      )}
      {state.kind === 'listed' && <List devices={state.devices} ending={ending} onEnd={end} />}
    </section>
  )
}

type ListProps = {
  devices: readonly SignedInDevice[]
  ending: SignOutTarget
  onEnd: (which: Exclude<SignOutTarget, null>) => void
}

function List({ devices, ending, onEnd }: ListProps) {
  const { t } = useTranslation('account')
  const [isWhole, setWhole] = useState(false)
  const others = devices.filter(({ current }) => !current).length
  const shown = isWhole ? devices : devices.slice(0, SHOWN_AT_FIRST)

  return (
    <>
      <ul className={styles.list}>
        {shown.map(device => (
          <Row
            key={device.id}
            device={device}
            busy={ending !== null && ending !== 'others' && ending.id === device.id}
            onEnd={() => onEnd({ id: device.id })}
          />
        ))}
      </ul>
      {(shown.length < devices.length || others > 1) && (
        <div className={styles.more}>
          {shown.length < devices.length && (
            <Button variant="bare" onClick={() => setWhole(true)}>
              {t('devices.all', { count: devices.length })}
            </Button>
          )}
          {others > 1 && (
            <Button variant="line" busy={ending === 'others'} onClick={() => onEnd('others')}>
              {t('devices.endOthers')}
            </Button>
          )}
        </div>
      )}
    </>
  )
}

function Row({ device, busy, onEnd }: { device: SignedInDevice; busy: boolean; onEnd: () => void }) {
  const { t } = useTranslation('account')
  const name = useName(device)
  const seen = useLastSeen(device)

  return (
    <li className={styles.row}>
      <div className={styles.words}>
        <p className={styles.name}>{name}</p>
        <p className={device.current ? styles.here : styles.muted}>
          {device.current ? t('devices.here') : seen}
        </p>
        <p className={styles.muted}>{t('devices.since', { date: new Date(device.createdAt) })}</p>
      </div>
      {!device.current && (
        <Button
          variant="line"
          busy={busy}
          aria-label={t('devices.endNamed', { device: name })}
          onClick={onEnd}
        >
          {t('devices.end')}
        </Button>
      )}
    </li>
  )
}

function useName({ browser, system }: SignedInDevice): string {
  const { t } = useTranslation('account')
  if (browser !== null && system !== null) return t('devices.name', { browser, system })
  return browser ?? system ?? t('devices.unknown')
}

function useLastSeen({ lastSeenAt }: SignedInDevice): string {
  const { t } = useTranslation('account')
  const days = daysBetween(localDay(lastSeenAt), useToday())
  if (days > MOST_DAYS_COUNTED) return t('devices.seenOn', { date: new Date(lastSeenAt) })
  return t('devices.seen', { days: -days })
}
