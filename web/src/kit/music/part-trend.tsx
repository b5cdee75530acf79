import { useTranslation } from 'react-i18next'
import type { CSSProperties } from 'react'
import {
  FIRST_TRY_SAMPLE_SIZE,
  downsampleTempoPoints,
  type PartTempoTrend,
  type TempoPoint,
  type TempoChartSeries,
} from '#core/history/part-history.ts'
import { forecastWeeksToGoal } from '#core/history/forecast.ts'
import type { Day } from '#core/library/day.ts'
import type { Bpm } from '#core/music/tempo.ts'
import { VisuallyHidden } from '../visually-hidden.tsx'
import { i18nOptionsForDay } from '../day-as-date-param.ts'
import styles from './part-trend.module.css'

type Props = {
  history: PartTempoTrend
  goal: Bpm
  today: Day
  /** Whether the device has the whole history; until then a part without entries renders nothing. */
  isComplete: boolean
}

/** Fewer days than this are shown as numbers only, not as a line. */
const DAYS_OF_A_LINE = 3

/** A sentence, a chart from three days on, and the number of clean first tries (PH3). Needs texts `piece`. */
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

type ChartProps = {
  /** At least one point, at most as many as downsampleTempoPoints returns. */
  points: TempoChartSeries
  goal: Bpm
  label: string
}

/** More would overlap on a phone. */
const MOST_NOTEHEADS = 20
const STAFF = [0, 25, 50, 75, 100]

/** The goal is a dashed line, run-throughs are hollow diamonds. */
function TempoChart({ points: { days, runThroughs }, goal, label }: ChartProps) {
  const { t } = useTranslation('piece')
  const all = [...days, ...runThroughs]
  const { x, y, lowest, highest } = createTempoChartScale(all, goal)
  const percent = (share: number) => `${share.toFixed(2)}%`
  const line = days.map(point => `${x(point).toFixed(2)},${y(point.tempo).toFixed(2)}`).join(' ')
  const heads = days.length > MOST_NOTEHEADS ? days.slice(-1) : days
  const dayText = (day: number) => t('trend.day', i18nOptionsForDay(day as Day))
  const at = ({ day, tempo }: TempoPoint) => ({ x: percent(x({ day })), y: percent(y(tempo)) })

  return (
    <div className={styles.chart}>
      <div className={styles.plot} translate="no">
        <svg className={styles.drawing} role="img" aria-label={label}>
          <g aria-hidden="true">
            {STAFF.map(place => (
              <line key={place} className={styles.staff} x2="100%" y1={percent(place)} y2={percent(place)} />
            ))}
            <line className={styles.goal} x2="100%" y1={percent(y(goal))} y2={percent(y(goal))} />
            <svg viewBox="0 0 100 100" preserveAspectRatio="none" overflow="visible">
              <polyline className={styles.line} points={line} />
            </svg>
            {heads.map(point => (
              <svg key={point.day} {...at(point)} overflow="visible">
                <ellipse className={styles.notehead} rx="7" ry="5" transform="rotate(-22)" />
              </svg>
            ))}
            {runThroughs.map(point => (
              <svg key={point.day} {...at(point)} overflow="visible">
                <path className={styles.diamond} d="M0-6.5 6.5 0 0 6.5-6.5 0z" />
              </svg>
            ))}
          </g>
        </svg>
        <div aria-hidden="true">
          <span className={styles.tempo} style={placed(0)}>
            {highest}
          </span>
          <span className={styles.tempo} style={placed(100)}>
            {lowest}
          </span>
          <span className={styles.goalText} style={placed(y(goal))}>
            {t('trend.goal', { bpm: goal })}
          </span>
        </div>
      </div>
      <div className={styles.days} translate="no" aria-hidden="true">
        <span>{dayText(Math.min(...all.map(({ day }) => day)))}</span>
        <span>{dayText(Math.max(...all.map(({ day }) => day)))}</span>
      </div>
      {runThroughs.length > 0 && (
        <p className={styles.legend} aria-hidden="true">
          <svg viewBox="-9 -9 18 18">
            <path className={styles.diamond} d="M0-6.5 6.5 0 0 6.5-6.5 0z" />
          </svg>
          {t('trend.runThrough')}
        </p>
      )}
    </div>
  )
}

const placed = (share: number) => ({ '--y': share / 100 }) as CSSProperties

const STEP = 10

/**
 * The scale of a chart with all points and the goal: `x` of a day and `y` of a tempo in percent from the left and from
 * the top. `lowest` and `highest` are multiples of 10 bpm and at least 20 bpm apart.
 */
export function createTempoChartScale(points: readonly TempoPoint[], goal: Bpm) {
  const tempos = [goal, ...points.map(({ tempo }) => tempo)]
  const days = points.map(({ day }) => day)
  const lowest = Math.floor(Math.min(...tempos) / STEP) * STEP
  const highest = Math.max(lowest + 2 * STEP, Math.ceil(Math.max(...tempos) / STEP) * STEP)
  const first = Math.min(...days)
  const length = Math.max(1, Math.max(...days) - first)
  return {
    lowest,
    highest,
    x: ({ day }: Pick<TempoPoint, 'day'>) => (100 * (day - first)) / length,
    y: (tempo: number) => (100 * (highest - tempo)) / (highest - lowest),
  }
}
