import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { daysBetweenOrZero } from '#core/library/day.ts'
import { localDay } from '#web/device/calendar.ts'
import { useToday } from '#web/store/clock.ts'
import { Button } from '#web/kit/button.tsx'
import { AccountListSection, AccountListRow, useServerOnlyList } from './account-list.tsx'
import styles from './account.module.css'
import { getSessions } from '#core/protocol/operations.ts'
import { signOutDeviceOrAllOthers, type SessionListItem } from '#web/api/account-calls.ts'
import { call } from '#web/api/call.ts'
import { showErrorToast, showSuccessToast } from '#web/kit/toast/show-toast.tsx'

const SHOWN_AT_FIRST = 4
const MOST_DAYS_COUNTED = 30

export function DeviceList({ userId }: { userId: string }) {
  const { t } = useTranslation('account')
  const { t: common } = useTranslation()
  const heading = useRef<HTMLHeadingElement>(null)
  const { list, reload, keepOnly } = useServerOnlyList(userId, loadDevices)

  async function end(which: string) {
    const ended = await signOutDeviceOrAllOthers(userId, which === 'others' ? null : which)
    if (ended.kind === 'problem' && ended.code === 'fresh-session-required')
      return showErrorToast(t('devices.signInAgain'))
    if (ended.kind !== 'done')
      return showErrorToast(ended.kind === 'offline' ? common('toast.offline') : undefined)
    keepOnly(({ id, current }) => (which === 'others' ? current : id !== which))
    // The pressed button is removed together with its device.
    heading.current?.focus()
    showSuccessToast(which === 'others' ? t('devices.othersEnded') : t('devices.ended'))
  }

  return (
    <AccountListSection texts="devices" heading={heading} kind={list.kind} onReload={reload}>
      {list.kind === 'listed' && <List devices={list.items} onEnd={end} />}
    </AccountListSection>
  )
}

type ListProps = {
  devices: readonly SessionListItem[]
  /** Receives the id of a device, or 'others' for all devices except this one. */
  onEnd: (which: string) => Promise<void>
}

function List({ devices, onEnd }: ListProps) {
  const { t } = useTranslation('account')
  const [isWhole, setWhole] = useState(false)
  const others = devices.filter(({ current }) => !current).length
  const shown = isWhole ? devices : devices.slice(0, SHOWN_AT_FIRST)

  return (
    <>
      <ul>
        {shown.map(device => (
          <Row key={device.id} device={device} onEnd={() => onEnd(device.id)} />
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
            <Button variant="line" onClick={() => onEnd('others')}>
              {t('devices.endOthers')}
            </Button>
          )}
        </div>
      )}
    </>
  )
}

function Row({ device, onEnd }: { device: SessionListItem; onEnd: () => Promise<void> }) {
  const { t } = useTranslation('account')
  const name = useName(device)
  const seen = useLastSeen(device)

  return (
    <AccountListRow
      name={name}
      action={
        !device.current && (
          <Button variant="line" aria-label={t('devices.endNamed', { device: name })} onClick={onEnd}>
            {t('devices.end')}
          </Button>
        )
      }
    >
      <p className={device.current ? undefined : styles.muted}>{device.current ? t('devices.here') : seen}</p>
      <p className={styles.muted}>{t('devices.since', { date: new Date(device.createdAt) })}</p>
    </AccountListRow>
  )
}

function useName({ browser, system }: SessionListItem): string {
  const { t } = useTranslation('account')
  if (browser !== null && system !== null) return t('devices.name', { browser, system })
  return browser ?? system ?? t('devices.unknown')
}

function useLastSeen({ lastSeenAt }: SessionListItem): string {
  const { t } = useTranslation('account')
  const days = daysBetweenOrZero(localDay(lastSeenAt), useToday())
  if (days > MOST_DAYS_COUNTED) return t('devices.seenOn', { date: new Date(lastSeenAt) })
  return t('devices.seen', { days: -days })
}

async function loadDevices(userId: string) {
  const answer = await call(getSessions, { userId })
  return answer.kind === 'answer' ? answer.body.sessions : answer
}
