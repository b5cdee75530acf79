import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { daysBetween } from '#core/library/day.ts'
import { localDay } from '#web/device/calendar.ts'
import { useToday } from '#web/store/clock.ts'
import { Button } from '#web/kit/button.tsx'
import { AccountListSection, useAccountList } from './account-list.tsx'
import styles from './account-list.module.css'
import { getSessions } from '#core/protocol/operations.ts'
import { signOutDevices, type DeviceResponse } from '#web/api/account-calls.ts'
import { call } from '#web/api/call.ts'
import { showError, showSuccess } from '#web/kit/toast/show-toast.tsx'

/** Number of devices shown before "show more". */
const SHOWN_AT_FIRST = 4

/** For a device last seen more days ago than this, the date is shown. */
const MOST_DAYS_COUNTED = 30

export function DeviceList({ userId }: { userId: string }) {
  const heading = useRef<HTMLHeadingElement>(null)
  // The pressed button is removed together with its device.
  const { list, ending, reload, end } = useDevices(userId, () => heading.current?.focus())

  return (
    <AccountListSection texts="devices" heading={heading} kind={list.kind} onReload={reload}>
      {list.kind === 'listed' && <List devices={list.items} ending={ending} onEnd={end} />}
    </AccountListSection>
  )
}

type ListProps = {
  devices: readonly DeviceResponse[]
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

function Row({ device, busy, onEnd }: { device: DeviceResponse; busy: boolean; onEnd: () => void }) {
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

function useName({ browser, system }: DeviceResponse): string {
  const { t } = useTranslation('account')
  if (browser !== null && system !== null) return t('devices.name', { browser, system })
  return browser ?? system ?? t('devices.unknown')
}

function useLastSeen({ lastSeenAt }: DeviceResponse): string {
  const { t } = useTranslation('account')
  const days = daysBetween(localDay(lastSeenAt), useToday())
  if (days > MOST_DAYS_COUNTED) return t('devices.seenOn', { date: new Date(lastSeenAt) })
  return t('devices.seen', { days: -days })
}

/**
 * What is currently being signed out: one device, given by its `id`; 'others' for all devices except this one; or
 * null for nothing.
 */
type SignOutTarget = { readonly id: string } | 'others' | null

/**
 * Returns the devices on which the user is signed in, and functions that load the list again and sign out one device or
 * all others.
 *
 * @param onEnded called after one device or all others were signed out and removed from the list
 */
function useDevices(userId: string, onEnded: () => void) {
  const { t } = useTranslation('account')
  const { t: common } = useTranslation()
  const { list, reload, keepOnly } = useAccountList(userId, loadDevices)
  const [ending, setEnding] = useState<SignOutTarget>(null)

  async function end(which: Exclude<SignOutTarget, null>) {
    setEnding(which)
    const ended = await signOutDevices(userId, which === 'others' ? null : which.id)
    setEnding(null)
    if (ended.kind === 'problem' && ended.code === 'fresh-session-required')
      return showError(t('devices.signInAgain'))
    if (ended.kind !== 'done')
      return showError(ended.kind === 'offline' ? common('toast.offline') : common('toast.error'))
    keepOnly(({ id, current }) => (which === 'others' ? current : id !== which.id))
    onEnded()
    showSuccess(which === 'others' ? t('devices.othersEnded') : t('devices.ended'))
  }

  return { list, ending, reload, end: (which: Exclude<SignOutTarget, null>) => void end(which) }
}

async function loadDevices(userId: string) {
  const answer = await call(getSessions, { userId })
  return answer.kind === 'answer' ? answer.body.sessions : answer
}
