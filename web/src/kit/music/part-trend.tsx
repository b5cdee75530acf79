import { useTranslation } from 'react-i18next'
import { useState, type CSSProperties, type PointerEvent } from 'react'
import {
  FIRST_TRY_SAMPLE_SIZE,
  limitTempoPointCount,
  type PartHistorySummary,
  type TempoPoint,
  type TempoChartSeries,
} from '#core/history/part-history.ts'
import { forecastWeeksToGoal } from '#core/history/forecast.ts'
import type { Day } from '#core/library/day.ts'
import type { Bpm } from '#core/music/tempo.ts'
import { i18nOptionsForDay } from '../day-as-date-param.ts'
import styles from './part-trend.module.css'

type Props = {
  history: PartHistorySummary
  goal: Bpm
  today: Day
  isComplete: boolean
}

/** Works only where the translation namespace `piece` is loaded. */
export function PartTrend({ history: { points, cleanTries }, goal, today, isComplete }: Props) {
  const { t } = useTranslation('piece')
  const { days, runThroughs } = points
  // Somebody may only ever have played the whole piece through.
  const described = days.length === 0 ? runThroughs : days
  const [first, last] = [described[0], described.at(-1)]
  const weeks = forecastWeeksToGoal(days, goal, today)
  const sentence = (one: 'one' | 'spokenOne', more: 'more' | 'spokenMore') => {
    if (first === undefined || last === undefined) return t('trend.none')
    const values = { first: first.tempo, last: last.tempo, goal }
    const tempos = described.length === 1 ? t(`trend.${one}`, values) : t(`trend.${more}`, values)
    return weeks === null ? tempos : t('trend.forecast', { tempos, count: weeks })
  }
  if (first === undefined && !isComplete) return null

  return (
    <div className={styles.trend}>
      {/* A screen reader would leave the arrow out, or name it. The chart has the same words as its name. */}
      <p className={styles.sentence} aria-hidden={first !== undefined}>
        {sentence('one', 'more')}
      </p>
      {first !== undefined && (
        <TempoChart
          points={{ days: limitTempoPointCount(days), runThroughs: limitTempoPointCount(runThroughs) }}
          goal={goal}
          label={sentence('spokenOne', 'spokenMore')}
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
  points: TempoChartSeries
  goal: Bpm
  label: string
}

const MOST_NOTEHEADS = 20

function TempoChart({ points: { days, runThroughs }, goal, label }: ChartProps) {
  const { t } = useTranslation('piece')
  const all = [
    ...days.map(point => ({ ...point, kind: 'value' as const })),
    ...runThroughs.map(point => ({ ...point, kind: 'runThroughValue' as const })),
  ].sort((a, b) => a.day - b.day)
  const { x, y, lines } = createTempoChartScale(all, goal)
  const [chosen, setChosen] = useState<(typeof all)[number] | null>(null)
  // Each save makes new points.
  const shown = all.find(({ day, kind }) => day === chosen?.day && kind === chosen.kind)
  const [first, last] = [all[0], all.at(-1)]
  const percent = (share: number) => `${share.toFixed(2)}%`
  const line = days.map(point => `${x(point).toFixed(2)},${y(point.tempo).toFixed(2)}`).join(' ')
  const heads = days.length > MOST_NOTEHEADS ? days.slice(-1) : days
  const dayText = (day: Day) => t('trend.day', i18nOptionsForDay(day))
  const at = ({ day, tempo }: TempoPoint) => ({ x: percent(x({ day })), y: percent(y(tempo)) })

  function showNearest({ clientX, clientY, currentTarget }: PointerEvent) {
    const { left, top, width, height } = currentTarget.getBoundingClientRect()
    const aside = (point: TempoPoint) => Math.abs(x(point) - (100 * (clientX - left)) / width)
    const above = ({ tempo }: TempoPoint) => Math.abs(y(tempo) - (100 * (clientY - top)) / height)
    setChosen(all.toSorted((a, b) => aside(a) - aside(b) || above(a) - above(b))[0] ?? null)
  }

  const valueText = (point: (typeof all)[number] | undefined) =>
    point && t(`trend.${point.kind}`, { bpm: point.tempo, ...i18nOptionsForDay(point.day) })

  return (
    <div className={styles.chart}>
      <div
        className={styles.plot}
        translate="no"
        onPointerDown={showNearest}
        onPointerMove={showNearest}
        // What a finger has shown stays when it is lifted.
        onPointerLeave={({ pointerType }) => pointerType === 'mouse' && setChosen(null)}
      >
        <svg className={styles.drawing} role="img" aria-label={label}>
          <g aria-hidden="true">
            {lines.map(bpm => (
              <line key={bpm} className={styles.staff} x2="100%" y1={percent(y(bpm))} y2={percent(y(bpm))} />
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
            {shown && <circle className={styles.ring} cx={at(shown).x} cy={at(shown).y} r="12" />}
          </g>
        </svg>
        <div aria-hidden="true">
          {lines.map(bpm => (
            <span key={bpm} className={styles.tempo} style={placed(y(bpm))}>
              {bpm}
            </span>
          ))}
          <span className={styles.goalText} style={placed(y(goal))}>
            {t('trend.goal', { bpm: goal })}
          </span>
          {shown && (
            <span className={styles.value} style={{ '--x': x(shown) / 100 } as CSSProperties}>
              {valueText(shown)}
            </span>
          )}
        </div>
        {first !== last && (
          <input
            type="range"
            className={styles.slider}
            aria-label={t('trend.values')}
            aria-valuetext={valueText(shown ?? last)}
            max={all.length - 1}
            value={shown ? all.indexOf(shown) : all.length - 1}
            onFocus={() => setChosen(before => before ?? last ?? null)}
            onChange={event => setChosen(all[event.target.valueAsNumber] ?? null)}
            onBlur={() => setChosen(null)}
          />
        )}
      </div>
      <div className={styles.days} translate="no" aria-hidden="true">
        <span>{first && dayText(first.day)}</span>
        {first?.day !== last?.day && <span>{last && dayText(last.day)}</span>}
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

const BPM_BETWEEN_STAFF_LINES = [5, 10, 20, 30, 40, 50, 60]

/** `x` and `y` return percentages from the left and top; `lines` are the tempos of the horizontal lines. */
export function createTempoChartScale(points: readonly TempoPoint[], goal: Bpm) {
  const tempos = [goal, ...points.map(({ tempo }) => tempo)]
  const days = points.map(({ day }) => day)
  const lowestFor = (step: number) => Math.floor(Math.min(...tempos) / step) * step
  const step = BPM_BETWEEN_STAFF_LINES.find(one => lowestFor(one) + 4 * one >= Math.max(...tempos)) ?? 100
  const lines = [4, 3, 2, 1, 0].map(number => lowestFor(step) + number * step)
  const first = Math.min(...days)
  const length = Math.max(...days) - first
  return {
    lines,
    x: ({ day }: Pick<TempoPoint, 'day'>) => (length === 0 ? 50 : (100 * (day - first)) / length),
    y: (tempo: number) => 25 * (4 - (tempo - lowestFor(step)) / step),
  }
}
