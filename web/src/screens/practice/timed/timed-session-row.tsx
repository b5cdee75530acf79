import { useId, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Day } from '#core/library/day.ts'
import { priorityColor, priorityOf } from '#core/practice/priority.ts'
import type { PlannedRunThrough } from '#core/timed-session/performances.ts'
import type { TimedSessionSlot } from '#core/timed-session/timed-session.ts'
import { dayAsDateParam } from '#web/kit/day-as-date-param.ts'
import { classNames } from '#web/kit/class-names.ts'
import { VisuallyHidden } from '#web/kit/visually-hidden.tsx'
import { priorityReasonOf } from '../overview/priority-reason.ts'
import { usePriorityReasonText } from '../overview/use-priority-reason-text.ts'
import desk from '../desk/desk.module.css'
import styles from './timed.module.css'

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
export function TimedSessionRow({ slot, minutes, today, isSelected, onStart, onPutOff }: Props) {
  const { t } = useTranslation('practice')
  const reasonText = usePriorityReasonText()
  const { part } = slot
  const name = part.name === null ? part.piece : `${part.piece} (${part.name})`

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
      className={classNames(styles[priorityColor(priorityOf(part, today))], isSelected && desk.selected)}
      minutes={minutes}
      reason={why()}
      putOffLabel={t('timed.notTodayPart', { part: name })}
      onStart={onStart}
      onPutOff={onPutOff}
    >
      {part.piece}
      {part.name !== null && (
        <>
          {' '}
          <span className={styles.section}>({part.name})</span>
        </>
      )}
    </Row>
  )
}

type RunThroughProps = { runThrough: PlannedRunThrough; onStart: () => void; onPutOff: () => void }

/**
 * Renders the run-through of a piece (playing it once without stopping) at the start of a timed session: its minutes,
 * the name of the piece as a button that starts the routine, the date of the performance, and the button "Not today"
 * (rule PF4).
 */
export function RunThroughRow({ runThrough, onStart, onPutOff }: RunThroughProps) {
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
