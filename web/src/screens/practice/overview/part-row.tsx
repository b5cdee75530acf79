import { memo, useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { Day } from '#core/library/day.ts'
import type { RoutineStart } from '#core/practice/practice-session.ts'
import { isLastPracticedOn, priorityColor, priorityOf, type PracticePart } from '#core/practice/priority.ts'
import { classNames } from '#web/kit/class-names.ts'
import { Icon } from '#web/kit/icon.tsx'
import { PriorityDynamics, TempoProgressLine } from '#web/kit/music/musical-signs.tsx'
import { VisuallyHidden } from '#web/kit/visually-hidden.tsx'
import { priorityReasonOf } from './priority-reason.ts'
import { usePriorityReasonText } from './use-priority-reason-text.ts'
import desk from '../desk/desk.module.css'
import styles from './practice-overview.module.css'

type Props = { part: PracticePart; today: Day; onStart: (from: RoutineStart) => void }

/** Returns the CSS classes of the list item that contains a PartRow. */
export const partRowClass = (part: PracticePart, today: Day, isSelected: boolean) =>
  classNames(styles.part, styles[priorityColor(priorityOf(part, today))], isSelected && desk.selected)

/**
 * Renders a part in today's practice list. Shows its priority (or a check mark if it was practiced today), its tempo
 * and goal, and the reason for its priority. The name of the part is a button that starts the routine at this part
 * (rules PX1, SE15).
 */
export const PartRow = memo(function PartRow({ part, today, onStart }: Props) {
  const { t } = useTranslation('practice')
  const reasonText = usePriorityReasonText()
  const reason = useId()
  const color = priorityColor(priorityOf(part, today))
  const { currentTempo: bpm, endTempo: goal } = part

  return (
    <>
      {/* The spaces separate the words for screen readers; the grid collapses them. */}
      {isLastPracticedOn(part, today) ? (
        <span className={styles.done}>
          <Icon name="check" />
          {t('done')}
        </span>
      ) : (
        <PriorityDynamics color={color} className={styles.dynamics} />
      )}{' '}
      <button
        type="button"
        className={styles.name}
        translate="no"
        aria-describedby={reason}
        onClick={() => onStart({ kind: 'part', id: part.id })}
      >
        {part.piece}
        {part.name !== null && (
          <>
            {' '}
            <span className={styles.section}>({part.name})</span>
          </>
        )}
      </button>{' '}
      <Icon name="next" className={styles.go} />
      <VisuallyHidden>{t('tempos', { bpm, goal })} </VisuallyHidden>
      <span className={styles.tempos} translate="no" aria-hidden="true">
        <b>{bpm}</b>
        <TempoProgressLine share={bpm / goal} color={color} /> <b>{goal}</b>
      </span>{' '}
      <span id={reason} className={styles.reason}>
        {reasonText(priorityReasonOf(part, today))}
      </span>
    </>
  )
})
