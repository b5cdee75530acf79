import styles from './practice-overview.module.css'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Day, Timestamp } from '#core/library/day.ts'
import type { PartId, PieceId } from '#core/library/piece.ts'
import { sortInPracticeOrder, type PracticePart } from '#core/practice/priority.ts'
import type { RoutineEvent } from '#core/practice/routine-reducer.ts'
import type { MeasuredPracticeEntry } from '#core/timed-session/part-minutes.ts'
import { pieceIdsDueForRunThrough } from '#core/timed-session/performances.ts'
import {
  timedPriorityColor,
  planTimedSession,
  summarizePracticeDaysBefore,
  timedSessionCandidates,
} from '#core/timed-session/timed-session.ts'
import { thenWhileMounted } from '#web/concurrency/waiting.ts'
import { localDay, msUntilMidnight } from '#web/device/calendar.ts'
import { Button } from '#web/kit/button.tsx'
import { Link } from '#web/navigation/link.tsx'
import { serverClockNow } from '#web/store/clock.ts'
import { useLibraryServices, useStore } from '#web/store/library-services.ts'
import {
  readRecentTimedEntriesByPart,
  readDistinctPracticeDays,
  readRunThroughSeconds,
} from '#web/store/entry-log.ts'
import { usePersistedSetting } from '#web/store/persisted-values.ts'
import type { OpenedStore } from '#web/store/store-interface.ts'
import { ListWithPartDetails } from './list-with-part-details.tsx'
import { PartRow, partRowClassForColor, RunThroughRow } from './part-row.tsx'
import {
  parsePostponedItems,
  type PostponedItems,
  postponedItemsOn,
  rotationWeeksIfLong,
} from './timed-settings.ts'

type Props = {
  parts: readonly PracticePart[]
  today: Day
  minutes: number
  onStart: (event: RoutineEvent) => void
  children: (start: (() => void) | null) => ReactNode
}

export function TimedSessionList({ parts, today, minutes, onStart, children }: Props) {
  const { t } = useTranslation('practice')
  const store = useStore()
  const [putOff, setPutOff] = usePersistedSetting('not today', parsePostponedItems)
  const history = useTimedSessionHistory(parts, today, minutes)
  const list = useRef<HTMLOListElement>(null)
  const off = postponedItemsOn(putOff, today)
  const session = history && planOn(today, history)
  const rows = session?.slots.filter(({ round }) => round === 1) ?? []

  function planOn(day: Day, { practiced, ...times }: TimedSessionHistory) {
    const off = postponedItemsOn(putOff, day)
    return planTimedSession({
      ...times,
      parts: sortInPracticeOrder(withoutPostponed(parts, off), day),
      today: day,
      minutes,
      days: summarizePracticeDaysBefore(day, practiced),
      withoutRunThrough: off.runThroughs,
    })
  }

  function start(from: PartId | null) {
    if (history === null) return
    // Midnight may have passed since the list was shown.
    const day = localDay(serverClockNow(store))
    const lastPracticeDay = summarizePracticeDaysBefore(day, history.practiced).last
    onStart({ kind: 'start-timed', plan: planOn(day, history), minutes, lastPracticeDay, from })
  }

  function postpone(more: Partial<PostponedItems>, row: number) {
    setPutOff({ ...off, ...more })
    // The pressed button disappears with its row, so the focus moves to the one that takes its place.
    requestAnimationFrame(() => {
      const buttons = list.current?.querySelectorAll<HTMLElement>('[data-put-off]') ?? []
      buttons[Math.min(row, buttons.length - 1)]?.focus({ preventScroll: true })
    })
  }

  if (session === null) return children(null)
  const minutesIn = (part: PracticePart) =>
    session.slots.reduce((sum, slot) => sum + (slot.part.id === part.id ? slot.minutes : 0), 0)
  const rounds = session.slots.at(-1)?.round ?? 1
  const weeks = rotationWeeksIfLong(session.fullRotationDays)
  const { runThrough } = session

  return (
    <>
      <ListWithPartDetails parts={rows.map(({ part }) => part)} today={today}>
        {selected => (
          <>
            <ol ref={list} className={styles.system} aria-label={t('timed.list', { count: minutes })}>
              {runThrough !== null && (
                <RunThroughRow
                  runThrough={runThrough}
                  onStart={() => start(null)}
                  onPutOff={() => postpone({ runThroughs: [...off.runThroughs, runThrough.pieceId] }, 0)}
                />
              )}
              {rows.map(({ part, reason }, row) => {
                const color = timedPriorityColor(part, reason, today)
                const place = row + (runThrough === null ? 0 : 1)
                return (
                  <li
                    key={part.id}
                    data-id={part.id}
                    className={partRowClassForColor(color, part.id === selected)}
                  >
                    <PartRow
                      part={part}
                      today={today}
                      color={color}
                      hasWaitedLongest={reason.kind === 'waited'}
                      timed={{
                        minutes: minutesIn(part),
                        onPutOff: () => postpone({ parts: [...off.parts, part.id] }, place),
                      }}
                      onStart={start}
                    />
                  </li>
                )
              })}
            </ol>
            {rows.length === 0 && <p className={styles.note}>{t('timed.nothingLeft')}</p>}
            {rounds > 1 && <p className={styles.note}>{t('timed.rounds', { count: rounds })}</p>}
            {weeks !== null && (
              <p className={styles.note}>
                {t('timed.turn', { parts: withoutPostponed(parts, off).length, count: weeks })}{' '}
                <Link to="/pieces">{t('timed.putOnHold')}</Link>
              </p>
            )}
            {off.parts.length + off.runThroughs.length > 0 && (
              <p className={styles.off}>
                {off.parts.length > 0 && t('timed.putOff', { count: off.parts.length })}{' '}
                {off.runThroughs.length > 0 && t('timed.noRunThrough')}{' '}
                <Button variant="bare" onClick={() => setPutOff(null)}>
                  {t('timed.bringBack')}
                </Button>
              </p>
            )}
          </>
        )}
      </ListWithPartDetails>
      {children(rows.length === 0 ? null : () => start(null))}
    </>
  )
}

const withoutPostponed = (parts: readonly PracticePart[], off: PostponedItems) =>
  off.parts.length === 0 ? parts : parts.filter(part => !off.parts.includes(part.id))

const CALENDAR = { dayOf: localDay, nextDay: (at: Timestamp) => at + msUntilMidnight(at) }

type TimedSessionHistory = {
  readonly practiced: readonly Day[]
  readonly timed: ReadonlyMap<PartId, readonly MeasuredPracticeEntry[]>
  /** Seconds of earlier run-throughs, oldest first, for each piece to be played through today. */
  readonly runThroughs: ReadonlyMap<PieceId, readonly number[]>
}

/** Lets a user who returns to this screen start the session before the history is read again. */
const lastRead = new WeakMap<OpenedStore, TimedSessionHistory>()
const readLast = (store: OpenedStore | null) => (store && lastRead.get(store)) ?? null

/** A change of the minutes reads the history again only if it passes a multiple of this. */
const MINUTES_AT_ONCE = 60

function useTimedSessionHistory(
  parts: readonly PracticePart[],
  today: Day,
  minutes: number,
): TimedSessionHistory | null {
  const device = useLibraryServices()
  const [history, setHistory] = useState(() => readLast(device.store.get()))
  const most = Math.ceil(minutes / MINUTES_AT_ONCE) * MINUTES_AT_ONCE

  useEffect(() => {
    const store = device.store.get()
    async function read(): Promise<TimedSessionHistory> {
      const stored = store && (await readDistinctPracticeDays(store, CALENDAR))
      const ofParts = () => parts.map(part => part.lastPracticed).filter(day => day !== null)
      const practiced = stored ?? ofParts()
      const { last } = summarizePracticeDaysBefore(today, practiced)
      const candidates = timedSessionCandidates(parts, today, most, last).map(({ id }) => id)
      const timed = (store && (await readRecentTimedEntriesByPart(store, candidates))) ?? new Map()
      const played = pieceIdsDueForRunThrough(parts, today)
      const ids = new Map(played.map(piece => [piece, idsOf(parts, piece)] as const))
      const runThroughs = store ? await readRunThroughSeconds(store, ids) : new Map()
      if (store) lastRead.set(store, { practiced, timed, runThroughs })
      return { practiced, timed, runThroughs }
    }
    return thenWhileMounted(read(), setHistory)
  }, [parts, today, most, device])

  return history
}

const idsOf = (parts: readonly PracticePart[], piece: PieceId) =>
  parts.filter(({ pieceId }) => pieceId === piece).map(({ id }) => id)
