import { memo, type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { Day } from '#core/library/day.ts'
import type { PartId } from '#core/library/piece.ts'
import { isLastPracticedOn, type PracticePart, type PriorityColor } from '#core/practice/priority.ts'
import type { PlannedRunThrough } from '#core/timed-session/performances.ts'
import { IconButton } from '#web/kit/button.tsx'
import { classNames } from '#web/kit/class-names.ts'
import { i18nOptionsForDay } from '#web/kit/day-as-date-param.ts'
import { timeSincePracticeTextKey, useFormatAgeInDays } from '#web/kit/days-ago-text.ts'
import { Icon } from '#web/kit/icon.tsx'
import { PerformanceDate } from '#web/kit/performance-date.tsx'
import signs from '#web/kit/music/musical-signs.module.css'
import { PriorityDynamicMark, TempoShareOfGoalLine } from '#web/kit/music/musical-signs.tsx'
import { VisuallyHidden } from '#web/kit/visually-hidden.tsx'
import target from '#web/kit/whole-target.module.css'
import styles from './practice-overview.module.css'

type Name = Pick<PracticePart, 'piece' | 'name'>

export const formatPartName = ({ piece, name }: Name): string =>
  name === null ? piece : `${piece} (${name})`

export function PartLabel({ part: { piece, name } }: { part: Name }) {
  if (name === null) return piece
  return (
    <>
      {piece} <span className={styles.section}>({name})</span>
    </>
  )
}

export const partRowClassForColor = (color: PriorityColor, isSelected: boolean) =>
  classNames(styles.part, styles[color], isSelected && styles.selected)

type TimedProps = { minutes: number; onPutOff: () => void }

type PartRowProps = {
  part: PracticePart
  today: Day
  color: PriorityColor
  hasWaitedLongest?: boolean
  timed?: TimedProps
  /** Should be the same function on each render, so that `memo` skips the row while the list scrolls. */
  onStart: (id: PartId) => void
}

export const PartRow = memo(function PartRow(props: PartRowProps) {
  const { part, today, color, hasWaitedLongest = false, timed, onStart } = props
  const { t } = useTranslation('practice')
  const reason = useReasonText(part, today, hasWaitedLongest)
  const { currentTempo: bpm, endTempo: goal, performOn } = part
  const sign = isLastPracticedOn(part, today) ? (
    <span className={classNames(signs.dynamics, signs.green)}>
      <Icon name="check" className={styles.check} />
      {t('done')}
    </span>
  ) : (
    <PriorityDynamicMark color={color} />
  )
  return (
    <Row
      sign={sign}
      reason={
        <>
          <PerformanceDate day={performOn} today={today} />
          <span>{reason}</span>
        </>
      }
      timed={timed}
      putOffLabel={t('timed.notTodayPart', { part: formatPartName(part) })}
      onStart={() => onStart(part.id)}
      tempos={
        <>
          <VisuallyHidden>{t('tempos', { bpm, goal })} </VisuallyHidden>
          <span className={styles.tempos} translate="no" aria-hidden="true">
            <b data-tempo="">{bpm}</b>
            <TempoShareOfGoalLine share={bpm / goal} /> <b>{goal}</b>
          </span>{' '}
        </>
      }
    >
      <PartLabel part={part} />
    </Row>
  )
})

type RunThroughProps = { runThrough: PlannedRunThrough; onStart: () => void; onPutOff: () => void }

export function RunThroughRow({ runThrough, onStart, onPutOff }: RunThroughProps) {
  const { t } = useTranslation('practice')
  const { piece, pieceId, minutes, performOn } = runThrough
  return (
    <li data-id={pieceId} className={classNames(styles.part, styles.through)}>
      <Row
        sign={<Icon name="flag" />}
        reason={t('timed.runThrough', i18nOptionsForDay(performOn))}
        timed={{ minutes, onPutOff }}
        putOffLabel={t('timed.runThroughNotToday', { piece })}
        onStart={onStart}
      >
        {piece}
      </Row>
    </li>
  )
}

type RowProps = {
  sign: ReactNode
  reason: ReactNode
  tempos?: ReactNode
  timed: TimedProps | undefined
  putOffLabel: string
  onStart: () => void
  children: ReactNode
}

function Row({ sign, reason, tempos, timed, putOffLabel, onStart, children }: RowProps) {
  const { t } = useTranslation('practice')
  const reasonId = useId()
  return (
    <>
      {/* The spaces separate the words for screen readers; the grid collapses them. */}
      <span className={styles.margin}>
        {sign}{' '}
        {timed && (
          <>
            <b translate="no" aria-hidden="true">
              {t('time.short', { minutes: timed.minutes })}
            </b>
            <VisuallyHidden>{t('time.minutes', { count: timed.minutes })} </VisuallyHidden>
          </>
        )}
      </span>
      <button
        type="button"
        className={classNames(target.whole, styles.name)}
        translate="no"
        aria-describedby={reasonId}
        onClick={onStart}
      >
        {children}
      </button>{' '}
      {tempos}
      <span id={reasonId} className={styles.reason}>
        {reason}
      </span>{' '}
      {timed ? (
        <IconButton
          icon="close"
          label={putOffLabel}
          className={styles.not}
          data-put-off=""
          onClick={timed.onPutOff}
        />
      ) : (
        <Icon name="next" className={styles.go} />
      )}
    </>
  )
}

function useReasonText(part: PracticePart, today: Day, hasWaitedLongest: boolean): string {
  const { endTempo, currentTempo, lastPracticed } = part
  const { t } = useTranslation('practice')
  const daysAgoText = useFormatAgeInDays()
  const { key, days } = timeSincePracticeTextKey(lastPracticed, today)
  const toGo = endTempo - currentTempo
  const distance =
    toGo === 0 ? t('reason.atGoal') : t(toGo > 0 ? 'reason.toGo' : 'reason.past', { bpm: Math.abs(toGo) })
  const cause = hasWaitedLongest ? t('timed.waited') : distance
  return t('reason.both', { cause, rest: key === 'daysAgo' ? daysAgoText(days) : t(`reason.${key}`) })
}
