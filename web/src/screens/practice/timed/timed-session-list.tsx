import styles from './timed.module.css'
import { useRef, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Day, Timestamp } from '#core/library/day.ts'
import type { PartId, PieceId } from '#core/library/piece.ts'
import { inPracticeOrder, type PracticePart } from '#core/practice/priority.ts'
import { summarizePracticeDays, createTimedSession } from '#core/timed-session/timed-session.ts'
import { startTimedRoutine, type RoutineWithTiming } from '#core/timed-session/timed-routine.ts'
import { localDay } from '#web/device/calendar.ts'
import { Button } from '#web/kit/button.tsx'
import { Link } from '#web/navigation/link.tsx'
import { usePersisted } from '#web/store/persisted-values.ts'
import { ListWithPartDetails } from '../desk/list-with-part-details.tsx'
import { rotationWeeksIfLong } from './rotation-weeks-if-long.ts'
import { parsePostponedParts, postponedPartsOn, type PostponedParts } from './postponed-parts.ts'
import { RunThroughRow, TimedSessionRow } from './timed-session-row.tsx'
import { useTimedSessionHistory, type TimedSessionHistory } from './use-timed-session-history.ts'

/**
 * Props of the component that renders the parts of a timed session, which is the plan for the available practice time.
 */
export type TimedSessionListProps = {
  /** All parts that are not deleted, in practice order. */
  parts: readonly PracticePart[]
  today: Day
  minutes: number
  /**
   * Starts a routine at the part `from`, or at the first part if `from` is null. `routineAt` returns the routine for a
   * given start time.
   */
  onStart: (routineAt: (now: Timestamp) => RoutineWithTiming, from: PartId | null) => void
  /** Renders the content below the list. `start` starts the session, and is null if the session cannot start. */
  children: (start: (() => void) | null) => ReactNode
}

/**
 * Renders the parts of a timed session (the plan for the available practice time), each with its planned minutes and
 * the reason why it was chosen. The user can start a routine at a part, or leave a part out until midnight (rule PX43).
 */
export function TimedSessionList({ parts, today, minutes, onStart, children }: TimedSessionListProps) {
  const { t } = useTranslation('practice')
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
    onStart(now => {
      // Midnight may have passed since the list was shown.
      const day = localDay(now)
      const lastPracticeDay = summarizePracticeDays(day, history.practiced).last
      return startTimedRoutine({ session: planOn(day, history), minutes, lastPracticeDay, from }, now)
    }, from)
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
