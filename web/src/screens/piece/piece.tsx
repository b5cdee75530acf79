import { useTranslation } from 'react-i18next'
import {
  partsOfPieceWithDeleted,
  lastPracticeOfParts,
  undeletedPartsOf,
  type Library,
} from '#core/library/library.ts'
import { parsePieceId, type Piece, type Part } from '#core/library/piece.ts'
import { PartlyTranslated } from '#web/language/partly-translated.tsx'
import { localDay } from '#web/device/calendar.ts'
import { useToday } from '#web/store/clock.ts'
import { ButtonLink, IconLink, Button } from '#web/kit/button.tsx'
import { classNames } from '#web/kit/class-names.ts'
import { FittedText } from '#web/kit/fitted-text.tsx'
import { i18nOptionsForDay } from '#web/kit/day-as-date-param.ts'
import { timeSincePracticeTextKey, useFormatAgeInDays } from '#web/kit/days-ago-text.ts'
import { LibraryNotReadyPage, HistoryLoadingProgress, PieceNotFound } from '#web/kit/library-states.tsx'
import { Page } from '#web/kit/page.tsx'
import { LoadingIndicator } from '#web/kit/spinner.tsx'
import { useLocation } from '#web/navigation/use-location.tsx'
import { useSyncedHistoryFraction, usePartHistories } from '#web/store/entry-log.ts'
import { useLibraryState } from '#web/store/library-services.ts'
import bar from '#web/kit/double-bar.module.css'
import styles from './piece.module.css'
import { memo, useId, useState } from 'react'
import {
  limitTempoPointCount,
  type PartHistorySummary,
  type TempoChartSeries,
} from '#core/history/part-history.ts'
import type { Day } from '#core/library/day.ts'
import { PartTrend } from '#web/kit/music/part-trend.tsx'
import type { Bpm } from '#core/music/tempo.ts'
import { VisuallyHidden } from '#web/kit/visually-hidden.tsx'
import { PartPracticeEntryList } from './practice-entry-list.tsx'

export function PieceHistoryScreen() {
  const { t } = useTranslation('piece')
  const { pathname } = useLocation()
  const library = useLibraryState()

  if (library.kind !== 'ready') return <LibraryNotReadyPage title={t('opening')} because={library.kind} />
  const id = parsePieceId(pathname.split('/')[2])
  const piece = id === null ? undefined : library.library.pieces.get(id)
  if (piece === undefined || piece.deletedAt !== null) return <PieceNotFound />
  return (
    <Histories
      key={piece.id}
      piece={piece}
      library={library.library}
      isHistoryComplete={library.isHistoryComplete}
    />
  )
}

type Props = { piece: Piece; library: Library; isHistoryComplete: boolean }

function Histories({ piece, library, isHistoryComplete }: Props) {
  const { t } = useTranslation('piece')
  const { t: pieces } = useTranslation('pieces')
  const today = useToday()
  const share = useSyncedHistoryFraction()
  const daysAgoText = useFormatAgeInDays()
  const parts = undeletedPartsOf(library, piece.id)
  const deleted = partsOfPieceWithDeleted(library, piece.id).filter(part => part.deletedAt !== null)
  const ids = [...parts, ...deleted].map(part => part.id)
  const histories = usePartHistories(ids, localDay)
  const seconds = ids.reduce((sum, id) => sum + (histories.get(id)?.seconds ?? 0), 0)
  const isKnown = ids.every(id => histories.has(id))
  const minutes = isKnown ? Math.round(seconds / 60) : 0
  const practiced = lastPracticeOfParts(parts)
  const { key, days } = timeSincePracticeTextKey(practiced === null ? null : localDay(practiced), today)
  // In their order, so that histories that are read later do not move others.
  const firstUnread = parts.findIndex(part => !histories.has(part.id))
  const read = firstUnread === -1 ? parts : parts.slice(0, firstUnread)

  return (
    <Page title={piece.name} start={<IconLink icon="back" to="/pieces" label={pieces('new.backToPieces')} />}>
      <h1 className={styles.title} translate="no">
        <FittedText text={piece.name} />
      </h1>
      <p className={styles.goal}>
        <PartlyTranslated text={pieces('goal', { bpm: piece.endTempo })} /> ·{' '}
        {t('urgency', { importance: piece.importance })}
        <br />
        {pieces(`rest.${key}`, { ago: daysAgoText(days) })}
        {/* Its room is there before it is known, so that nothing below it moves. */}
        {(!isKnown || minutes > 0) && (
          <span className={isKnown ? undefined : styles.unknown}>
            {' · '}
            {minutes < 60 ? t('inAll.minutes', { minutes }) : t('inAll.hours', { hours: minutes / 60 })}
          </span>
        )}
      </p>
      {piece.performOn !== null && piece.performOn >= today && (
        <p className={styles.goal}>
          {piece.performOn === today
            ? t('performance.today')
            : t('performance.in', { count: piece.performOn - today, ...i18nOptionsForDay(piece.performOn) })}
        </p>
      )}
      <div className={styles.ways}>
        {parts.length > 0 && !piece.onHold && (
          <ButtonLink variant="main" icon="play" to={`/practice?piece=${piece.id}`}>
            {pieces('editor.practice')}
          </ButtonLink>
        )}
        <ButtonLink
          variant="bare"
          icon="edit"
          to={`/pieces/${piece.id}/edit`}
          aria-label={pieces('edit', { piece: piece.name })}
        >
          {t('edit')}
        </ButtonLink>
      </div>
      {!isHistoryComplete && <HistoryLoadingProgress text={t('arriving')} share={share} />}
      {parts.length === 0 && <p className={styles.goal}>{pieces('progress.none')}</p>}
      {read.map(part => (
        <PartHistorySection
          key={part.id}
          piece={piece}
          part={part}
          history={histories.get(part.id) ?? null}
          today={today}
          isHistoryComplete={isHistoryComplete}
        />
      ))}
      {read.length < parts.length && <LoadingIndicator label={t('reading')} />}
    </Page>
  )
}

type PartProps = {
  piece: Piece
  part: Part
  history: PartHistorySummary | null
  today: Day
  isHistoryComplete: boolean
}

const PartHistorySection = memo(function PartHistorySection({
  piece,
  part,
  history,
  today,
  isHistoryComplete,
}: PartProps) {
  const { t } = useTranslation('piece')
  const heading = useId()
  const [open, setOpen] = useState<'table' | 'entries' | null>(null)
  const name = part.name ?? piece.name
  const { endTempo, performOn } = piece
  const bpmToGain = endTempo - part.currentTempo
  const daysLeft = performOn === null ? 0 : performOn - today
  const isEmpty = history === null || history.points.days.length + history.points.runThroughs.length === 0

  const opener = (one: 'table' | 'entries') => (
    <Button
      variant="bare"
      icon="next"
      aria-expanded={open === one}
      aria-label={t(`${one}.of`, { part: name })}
      onClick={() => setOpen(open === one ? null : one)}
    >
      {t(`${one}.open`)}
    </Button>
  )

  return (
    <section className={classNames(bar.bars, styles.part)} aria-labelledby={heading}>
      <h2 id={heading} className={styles.name} translate={part.name === null ? undefined : 'no'}>
        <FittedText text={part.name ?? t('whole')} />
      </h2>
      {history === null ? (
        <p>{t('unreadable')}</p>
      ) : (
        <PartTrend history={history} goal={piece.endTempo} today={today} isComplete={isHistoryComplete} />
      )}
      {bpmToGain > 0 && daysLeft > 0 && (
        <p className={styles.goal}>{t('performance.needed', { bpm: bpmToGain, count: daysLeft })}</p>
      )}
      {!isEmpty && (
        <div className={styles.tools}>
          {opener('table')}
          {opener('entries')}
        </div>
      )}
      {!isEmpty && open === 'table' && (
        <TempoChartTable points={history.points} goal={piece.endTempo} caption={name} />
      )}
      {!isEmpty && open === 'entries' && <PartPracticeEntryList part={part} name={name} />}
    </section>
  )
})

type TableProps = { points: TempoChartSeries; goal: Bpm; caption: string }

function TempoChartTable({ points, goal, caption }: TableProps) {
  const { t } = useTranslation('piece')
  const rowsOf = (of: 'days' | 'runThroughs') =>
    limitTempoPointCount(points[of]).map(point => ({ ...point, isRunThrough: of === 'runThroughs' }))
  const rows = [...rowsOf('runThroughs'), ...rowsOf('days')].sort((a, b) => b.day - a.day)

  return (
    <table>
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
              <span translate="no">{t('trend.day', i18nOptionsForDay(day))}</span>
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
