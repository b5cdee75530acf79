import styles from './part-trend.module.css'
import { useTranslation } from 'react-i18next'
import { FIRST_TRY_SAMPLE_SIZE, downsampleTempoPoints, type PartHistory } from '#core/history/part-history.ts'
import { forecastWeeksToGoal } from '#core/history/forecast.ts'
import type { Day } from '#core/library/day.ts'
import type { Bpm } from '#core/music/tempo.ts'
import { VisuallyHidden } from '../visually-hidden.tsx'
import { TempoChart } from './tempo-chart.tsx'

type Props = {
  history: PartHistory
  goal: Bpm
  today: Day
  /**
   * Whether the device has the complete practice history. If not, renders nothing for a part without entries, because
   * entries may still be missing.
   */
  isComplete: boolean
}

/** Minimum number of days for a chart; fewer are shown as numbers only. */
const DAYS_OF_A_LINE = 3

/**
 * Renders the development of a part's tempo: a sentence, a chart if the part was practiced on at least three days, and
 * the number of the latest first tries that were clean (without mistakes). A first try is the first attempt at the part
 * on a day. The translation file `piece` must be loaded (rule PH3).
 */
export function PartTrend({ history: { points, cleanTries }, goal, today, isComplete }: Props) {
  const { t } = useTranslation('piece')
  const { days, runThroughs } = points
  // Somebody may only ever have played the whole piece through.
  const told = days.length === 0 ? runThroughs : days
  const [first, last] = [told[0], told.at(-1)]
  const weeks = forecastWeeksToGoal(days, goal, today)
  const sentence = (one: 'one' | 'spokenOne', more: 'more' | 'spokenMore') => {
    if (first === undefined || last === undefined) return t('trend.none')
    const values = { first: first.tempo, last: last.tempo, goal }
    const tempos = told.length === 1 ? t(`trend.${one}`, values) : t(`trend.${more}`, values)
    return weeks === null ? tempos : t('trend.forecast', { tempos, count: weeks })
  }
  if (first === undefined && !isComplete) return null
  const isLine = days.length >= DAYS_OF_A_LINE
  const spoken = sentence('spokenOne', 'spokenMore')

  return (
    <div className={styles.trend}>
      <p className={styles.sentence}>
        {/* A screen reader would leave the arrow out, or name it. The chart has the same words as its name. */}
        <span aria-hidden="true">{sentence('one', 'more')}</span>
        {!isLine && <VisuallyHidden>{spoken}</VisuallyHidden>}
      </p>
      {isLine && (
        <TempoChart
          points={{ days: downsampleTempoPoints(days), runThroughs: downsampleTempoPoints(runThroughs) }}
          goal={goal}
          label={spoken}
        />
      )}
      {cleanTries !== null && (
        <p className={styles.tries}>
          {t('trend.firstTries', { clean: cleanTries, tries: FIRST_TRY_SAMPLE_SIZE })}
        </p>
      )}
    </div>
  )
}
