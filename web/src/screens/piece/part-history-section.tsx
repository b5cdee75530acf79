import { memo, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { downsampleTempoPoints, type PartHistory, type TempoChartPoints } from '#core/history/part-history.ts'
import type { Day } from '#core/library/day.ts'
import type { Part, Piece } from '#core/library/piece.ts'
import { Button } from '#web/kit/button.tsx'
import { PartTrend } from '#web/kit/music/part-trend.tsx'
import type { Bpm } from '#core/music/tempo.ts'
import { dayAsDateParam } from '#web/kit/day-as-date-param.ts'
import { VisuallyHidden } from '#web/kit/visually-hidden.tsx'
import { PartEntryList } from './practice-entry-list.tsx'
import styles from './piece.module.css'

type Props = {
  piece: Piece
  part: Part
  /** Null if the history cannot be read. */
  history: PartHistory | null
  today: Day
  isHistoryComplete: boolean
}

export const PartHistorySection = memo(function PartHistorySection({
  piece,
  part,
  history,
  today,
  isHistoryComplete,
}: Props) {
  const { t } = useTranslation('piece')
  const heading = useId()
  const [open, setOpen] = useState<'table' | 'entries' | null>(null)
  const name = part.name ?? piece.name
  const { endTempo, performOn } = piece
  const bpmToGain = endTempo - part.currentTempo
  const daysLeft = performOn === null ? 0 : performOn - today
  const isEmpty = history === null || history.points.days.length + history.points.runThroughs.length === 0

  function toggle(one: 'table' | 'entries') {
    setOpen(open === one ? null : one)
  }

  return (
    <section className={styles.part} aria-labelledby={heading}>
      <h2 id={heading} className={styles.name} translate={part.name === null ? undefined : 'no'}>
        {part.name ?? t('whole')}
      </h2>
      {history === null ? (
        <p>{t('unreadable')}</p>
      ) : (
        <PartTrend history={history} goal={piece.endTempo} today={today} isComplete={isHistoryComplete} />
      )}
      {bpmToGain > 0 && daysLeft > 0 && (
        <p className={styles.needed}>{t('performance.needed', { bpm: bpmToGain, count: daysLeft })}</p>
      )}
      {!isEmpty && (
        <div className={styles.tools}>
          <Button
            variant="bare"
            aria-expanded={open === 'table'}
            aria-label={t('table.of', { part: name })}
            onClick={() => toggle('table')}
          >
            {t('table.open')}
          </Button>
          <Button
            variant="bare"
            aria-expanded={open === 'entries'}
            aria-label={t('entries.of', { part: name })}
            onClick={() => toggle('entries')}
          >
            {t('entries.open')}
          </Button>
        </div>
      )}
      {!isEmpty && open === 'table' && (
        <TempoChartTable points={history.points} goal={piece.endTempo} caption={name} />
      )}
      {!isEmpty && open === 'entries' && <PartEntryList part={part} name={name} />}
    </section>
  )
})

type TableProps = { points: TempoChartPoints; goal: Bpm; caption: string }

function TempoChartTable({ points, goal, caption }: TableProps) {
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
