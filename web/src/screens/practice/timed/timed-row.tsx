import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { Day } from '#core/library/day.ts'
import { priorityColor, priorityOf } from '#core/practice/priority.ts'
import type { TimedSlot } from '#core/timed-session/timed-session.ts'
import { classNames } from '#web/kit/class-names.ts'
import { VisuallyHidden } from '#web/kit/visually-hidden.tsx'
import { priorityReason } from '../priority-reason.ts'
import { useReasonText } from '../use-reason-text.ts'
import desk from '../desk/desk.module.css'
import styles from './timed.module.css'

type Props = {
  slot: TimedSlot
  /** Whole minutes of all rounds. */
  minutes: number
  today: Day
  /** Whether its details are shown beside the list. */
  isSelected: boolean
  onStart: () => void
  onPutOff: () => void
}

/** Renders a part of a timed session: its minutes, its name, which starts there, its reason, and "not today" (rule PX44). */
export function TimedRow({ slot, minutes, today, isSelected, onStart, onPutOff }: Props) {
  const { t } = useTranslation('practice')
  const reasonText = useReasonText()
  const reason = useId()
  const { part } = slot
  const name = part.name === null ? part.piece : `${part.piece} (${part.name})`

  function why(): string {
    if (slot.reason.kind === 'pressing') return reasonText(priorityReason(part, today))
    return part.lastPracticed === null
      ? t('timed.waitedNever')
      : t('timed.waited', { count: slot.reason.days })
  }

  return (
    <li
      data-id={part.id}
      className={classNames(
        styles.row,
        styles[priorityColor(priorityOf(part, today))],
        isSelected && desk.selected,
      )}
    >
      <span className={styles.minutes}>
        <b aria-hidden="true">{t('time.number', { minutes })}</b>
        <small aria-hidden="true">{t('timed.minutesShort')}</small>
        <VisuallyHidden>{t('time.minutes', { count: minutes })}</VisuallyHidden>
      </span>{' '}
      <button type="button" className={styles.name} aria-describedby={reason} onClick={onStart}>
        {part.piece}
        {part.name !== null && (
          <>
            {' '}
            <span className={styles.section}>({part.name})</span>
          </>
        )}
      </button>{' '}
      <span id={reason} className={styles.reason}>
        {why()}
      </span>{' '}
      <button
        type="button"
        className={styles.not}
        data-put-off=""
        aria-label={t('timed.notTodayPart', { part: name })}
        onClick={onPutOff}
      >
        {t('timed.notToday')}
      </button>
    </li>
  )
}
