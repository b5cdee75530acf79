import { useTranslation } from 'react-i18next'
import { downsampleTempoPoints, type TempoChartPoints } from '#core/history/part-history.ts'
import type { Bpm } from '#core/music/tempo.ts'
import { dayAsDateParam } from '#web/kit/day-as-date-param.ts'
import { VisuallyHidden } from '#web/kit/visually-hidden.tsx'
import styles from './piece.module.css'

type Props = { points: TempoChartPoints; goal: Bpm; caption: string }

/**
 * Renders the tempos of a part over time as a table, newest day first. It contains the same data as the chart (rule
 * PH3).
 */
export function TempoChartTable({ points, goal, caption }: Props) {
  const { t } = useTranslation('piece')
  const days = downsampleTempoPoints(points.days).map(point => ({ ...point, isRunThrough: false }))
  const runThroughs = downsampleTempoPoints(points.runThroughs).map(point => ({
    ...point,
    isRunThrough: true,
  }))
  const rows = [...days, ...runThroughs].sort(
    (a, b) => b.day - a.day || Number(b.isRunThrough) - Number(a.isRunThrough),
  )

  return (
    <table className={styles.table}>
      <caption translate="no">
        <VisuallyHidden>{caption}</VisuallyHidden>
      </caption>
      <thead>
        <tr>
          <th scope="col">{t('table.day')}</th>
          <th scope="col">{t('table.tempo')}</th>
          <th scope="col">{t('table.toGoal')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ day, tempo, isRunThrough }) => (
          <tr key={`${day} ${isRunThrough}`}>
            <th scope="row">
              <span translate="no">{t('trend.day', dayAsDateParam(day))}</span>
              {isRunThrough && <small>{t('trend.runThrough')}</small>}
            </th>
            <td translate="no">
              <b>{tempo}</b>
            </td>
            <td translate="no">{Math.max(0, goal - tempo)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
