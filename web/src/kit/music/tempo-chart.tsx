import type { CSSProperties } from 'react'
import { useTranslation } from 'react-i18next'
import type { TempoPoint, TempoChartPoints } from '#core/history/part-history.ts'
import type { Day } from '#core/library/day.ts'
import type { Bpm } from '#core/music/tempo.ts'
import { createChartScale } from './chart-scale.ts'
import { dayAsDateParam } from '../day-as-date-param.ts'
import styles from './tempo-chart.module.css'

type Props = {
  /** At most as many as downsampleTempoPoints leaves, and at least one. */
  points: TempoChartPoints
  goal: Bpm
  /** Text alternative of the chart. */
  label: string
}

/** Maximum number of noteheads; more would overlap on a phone. */
const MOST_NOTEHEADS = 20
const STAFF = [0, 25, 50, 75, 100]

/**
 * Renders the tempos of a part over time as a line with noteheads on a staff. The goal is a dashed line, and
 * run-throughs (a piece played once without stopping) are hollow diamonds. The translation file `piece` must be loaded
 * (rule PH3).
 */
export function TempoChart({ points: { days, runThroughs }, goal, label }: Props) {
  const { t } = useTranslation('piece')
  const all = [...days, ...runThroughs]
  const { x, y, lowest, highest } = createChartScale(all, goal)
  const percent = (share: number) => `${share.toFixed(2)}%`
  const line = days.map(point => `${x(point).toFixed(2)},${y(point.tempo).toFixed(2)}`).join(' ')
  const heads = days.length > MOST_NOTEHEADS ? days.slice(-1) : days
  const dayText = (day: number) => t('trend.day', dayAsDateParam(day as Day))
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
