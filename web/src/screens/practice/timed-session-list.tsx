import styles from './practice-overview.module.css'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Day, Timestamp } from '#core/library/day.ts'
import type { PartId, PieceId } from '#core/library/piece.ts'
import { inPracticeOrder, type PracticePart, priorityColor, priorityOf } from '#core/practice/priority.ts'
import type { RoutineEvent } from '#core/practice/routine-reducer.ts'
import type { MeasuredPracticeEntry } from '#core/timed-session/part-minutes.ts'
import { piecesForRunThrough, type PlannedRunThrough } from '#core/timed-session/performances.ts'
import {
  createTimedSession,
  summarizePracticeDays,
  timedSessionCandidates,
  type TimedSessionSlot,
} from '#core/timed-session/timed-session.ts'
import { localDay, msUntilMidnight } from '#web/device/calendar.ts'
import { Button } from '#web/kit/button.tsx'
import { classNames } from '#web/kit/class-names.ts'
import { dayAsDateParam } from '#web/kit/day-as-date-param.ts'
import { VisuallyHidden } from '#web/kit/visually-hidden.tsx'
import { Link } from '#web/navigation/link.tsx'
import { correctedNow } from '#web/store/clock.ts'
import { useDeviceLibrary, useStore } from '#web/store/device-library.ts'
import { readNewestTimedEntries, readPracticeDays, readRunThroughTimes } from '#web/store/entry-log.ts'
import { usePersisted } from '#web/store/persisted-values.ts'
import { ListWithPartDetails } from './list-with-part-details.tsx'
import { PartLabel, partName } from './part-label.tsx'
import { priorityReasonOf, usePriorityReasonText } from './priority-reason.ts'
import {
  parsePostponedParts,
  type PostponedParts,
  postponedPartsOn,
  rotationWeeksIfLong,
} from './timed-settings.ts'

/**
 * Props of the component that renders the parts of a timed session, which is the plan for the available practice time.
 */
export type TimedSessionListProps = {
  /** All parts that are not deleted, in practice order. */
  parts: readonly PracticePart[]
  today: Day
  minutes: number
  onStart: (event: RoutineEvent) => void
  /** Renders the content below the list. `start` starts the session, and is null if the session cannot start. */
  children: (start: (() => void) | null) => ReactNode
}

/**
 * Renders the parts of a timed session, each with its planned minutes and the reason why it was chosen. The user can
 * start a routine at a part, or leave a part out until midnight (rule PX43).
 */
export function TimedSessionList({ parts, today, minutes, onStart, children }: TimedSessionListProps) {
  const { t } = useTranslation('practice')
  const store = useStore()
  const [putOff, setPutOff] = usePersisted('not today', parsePostponedParts)
  const history = useTimedSessionHistory(parts, today, minutes)
  const list = useRef<HTMLOListElement>(null)
  const off = postponedPartsOn(putOff, today)
  const wanted = withoutPostponed(parts, off)
  const session = history && planOn(today, history)
  const rows = session?.slots.filter(({ round }) => round === 1) ?? []

  function planOn(day: Day, { practiced, ...times }: TimedSessionHistory) {
    const off = postponedPartsOn(putOff, day)
    return createTimedSession({
      ...times,
      parts: inPracticeOrder(withoutPostponed(parts, off), day),
      today: day,
      minutes,
      days: summarizePracticeDays(day, practiced),
      withoutRunThrough: off.runThroughs,
    })
  }

  function start(from: PartId | null) {
    if (history === null) return
    // Midnight may have passed since the list was shown.
    const day = localDay(correctedNow(store))
    const lastPracticeDay = summarizePracticeDays(day, history.practiced).last
    onStart({ kind: 'start-timed', plan: planOn(day, history), minutes, lastPracticeDay, from })
  }

  function putOffPart(part: PartId, row: number) {
    setPutOff({ ...off, parts: [...off.parts, part] })
    focusPutOffButton(row)
  }

  function putOffRunThrough(piece: PieceId) {
    setPutOff({ ...off, runThroughs: [...off.runThroughs, piece] })
    focusPutOffButton(0)
  }

  function focusPutOffButton(row: number) {
    // The pressed button goes away with its row: the same place of the list has the next one.
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
            <ol ref={list} className={styles.rows} aria-label={t('timed.list', { count: minutes })}>
              {runThrough !== null && (
                <RunThroughRow
                  runThrough={runThrough}
                  onStart={() => start(null)}
                  onPutOff={() => putOffRunThrough(runThrough.pieceId)}
                />
              )}
              {rows.map((slot, row) => (
                <TimedSessionRow
                  key={slot.part.id}
                  slot={slot}
                  minutes={minutesIn(slot.part)}
                  today={today}
                  isSelected={slot.part.id === selected}
                  onStart={() => start(slot.part.id)}
                  onPutOff={() => putOffPart(slot.part.id, row + (runThrough === null ? 0 : 1))}
                />
              ))}
            </ol>
            {rows.length === 0 && <p className={styles.note}>{t('timed.nothingLeft')}</p>}
            {rounds > 1 && <p className={styles.note}>{t('timed.rounds', { count: rounds })}</p>}
            {weeks !== null && (
              <p className={styles.note}>
                {t('timed.turn', { parts: wanted.length, count: weeks })}{' '}
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

const withoutPostponed = (parts: readonly PracticePart[], off: PostponedParts) =>
  off.parts.length === 0 ? parts : parts.filter(part => !off.parts.includes(part.id))

type Props = {
  slot: TimedSessionSlot
  /** Whole minutes of the part in all rounds of the session. */
  minutes: number
  today: Day
  /** Whether the details of the part are shown next to the list. */
  isSelected: boolean
  onStart: () => void
  onPutOff: () => void
}

/**
 * Renders one part of a timed session: its minutes, its name as a button that starts the routine at this part, the
 * reason why it was chosen, and the button "Not today" (rule PX43).
 */
function TimedSessionRow({ slot, minutes, today, isSelected, onStart, onPutOff }: Props) {
  const { t } = useTranslation('practice')
  const reasonText = usePriorityReasonText()
  const { part } = slot

  function why(): string {
    if (slot.reason.kind === 'pressing') return reasonText(priorityReasonOf(part, today))
    if (slot.reason.kind === 'performance') {
      const { on, days } = slot.reason
      if (days === 0) return t('timed.performanceToday')
      return t('timed.performance', { count: days, ...dayAsDateParam(on) })
    }
    return part.lastPracticed === null
      ? t('timed.waitedNever')
      : t('timed.waited', { count: slot.reason.days })
  }

  return (
    <Row
      id={part.id}
      className={classNames(styles[priorityColor(priorityOf(part, today))], isSelected && styles.selected)}
      minutes={minutes}
      reason={why()}
      putOffLabel={t('timed.notTodayPart', { part: partName(part) })}
      onStart={onStart}
      onPutOff={onPutOff}
    >
      <PartLabel part={part} />
    </Row>
  )
}

type RunThroughProps = { runThrough: PlannedRunThrough; onStart: () => void; onPutOff: () => void }

/**
 * Renders the run-through of a piece at the start of a timed session: its minutes, the name of the piece as a button
 * that starts the routine, the date of the performance, and the button "Not today" (rule PF4).
 */
function RunThroughRow({ runThrough, onStart, onPutOff }: RunThroughProps) {
  const { t } = useTranslation('practice')
  const { piece, pieceId, minutes, performOn } = runThrough
  return (
    <Row
      id={pieceId}
      className={styles.through}
      minutes={minutes}
      reason={t('timed.runThrough', dayAsDateParam(performOn))}
      putOffLabel={t('timed.runThroughNotToday', { piece })}
      onStart={onStart}
      onPutOff={onPutOff}
    >
      {piece}
    </Row>
  )
}

type RowProps = {
  id: string
  className: string | undefined
  minutes: number
  reason: string
  putOffLabel: string
  onStart: () => void
  onPutOff: () => void
  /** The name, which is the button that starts the routine. */
  children: ReactNode
}

function Row({ id, className, minutes, reason, putOffLabel, onStart, onPutOff, children }: RowProps) {
  const { t } = useTranslation('practice')
  const reasonId = useId()
  return (
    <li data-id={id} className={classNames(styles.row, className)}>
      <span className={styles.minutes}>
        <b translate="no" aria-hidden="true">
          {t('time.number', { minutes })}
        </b>
        <small aria-hidden="true">{t('timed.minutesShort')}</small>
        <VisuallyHidden>{t('time.minutes', { count: minutes })}</VisuallyHidden>
      </span>{' '}
      <button
        type="button"
        className={styles.name}
        translate="no"
        aria-describedby={reasonId}
        onClick={onStart}
      >
        {children}
      </button>{' '}
      <span id={reasonId} className={styles.reason}>
        {reason}
      </span>{' '}
      <button
        type="button"
        className={styles.not}
        data-put-off=""
        aria-label={putOffLabel}
        onClick={onPutOff}
      >
        {t('timed.notToday')}
      </button>
    </li>
  )
}

const CALENDAR = { dayOf: localDay, nextDay: (at: Timestamp) => at + msUntilMidnight(at) }

/**
 * The data from the practice history that is needed to plan a timed session: the days with practice, in any order, and
 * the practice times of parts and run-throughs.
 */
export type TimedSessionHistory = {
  readonly practiced: readonly Day[]
  readonly timed: ReadonlyMap<PartId, readonly MeasuredPracticeEntry[]>
  /** The durations in seconds of earlier run-throughs, oldest first, for each piece to be played through today. */
  readonly runThroughs: ReadonlyMap<PieceId, readonly number[]>
}

/** Entries are read for this many minutes at once, so that another choice of the time seldom reads again. */
const MINUTES_AT_ONCE = 60

/**
 * Returns the data from the practice history that is needed to plan a timed session of the given length, or null until
 * it has been read. Reads the data again when the parts change. If the practiced days cannot be read, uses the day on
 * which each part was last practiced.
 */
function useTimedSessionHistory(
  parts: readonly PracticePart[],
  today: Day,
  minutes: number,
): TimedSessionHistory | null {
  const device = useDeviceLibrary()
  const [history, setHistory] = useState<TimedSessionHistory | null>(null)
  const most = Math.ceil(minutes / MINUTES_AT_ONCE) * MINUTES_AT_ONCE

  useEffect(() => {
    let isCurrent = true
    async function read() {
      const store = device.store.get()
      const stored = store && (await readPracticeDays(store, CALENDAR))
      const ofParts = () => parts.map(part => part.lastPracticed).filter(day => day !== null)
      const practiced = stored ?? ofParts()
      const { last } = summarizePracticeDays(today, practiced)
      const candidates = timedSessionCandidates(parts, today, most, last).map(({ id }) => id)
      const timed = (store && (await readNewestTimedEntries(store, candidates))) ?? new Map()
      const played = new Set(piecesForRunThrough(parts, today))
      const partsOfPlayed = Map.groupBy(
        parts.filter(({ pieceId }) => played.has(pieceId)),
        ({ pieceId }) => pieceId,
      )
      const runThroughs = store ? await readRunThroughTimes(store, idsIn(partsOfPlayed)) : new Map()
      if (isCurrent) setHistory({ practiced, timed, runThroughs })
    }
    void read()
    return () => {
      isCurrent = false
    }
  }, [parts, today, most, device])

  return history
}

const idsIn = (parts: ReadonlyMap<PieceId, readonly PracticePart[]>): ReadonlyMap<PieceId, PartId[]> =>
  new Map([...parts].map(([piece, own]) => [piece, own.map(({ id }) => id)]))
