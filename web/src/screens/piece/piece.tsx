import { useTranslation } from 'react-i18next'
import { undeletedPartsOf, type Library } from '#core/library/library.ts'
import { parsePieceId, type Part, type Piece } from '#core/library/piece.ts'
import { Sentence } from '#web/language/sentence.tsx'
import { localDay } from '#web/device/calendar.ts'
import { useToday } from '#web/store/clock.ts'
import { ButtonLink, IconLink } from '#web/kit/button.tsx'
import { dayAsDateParam } from '#web/kit/day-as-date-param.ts'
import { LibraryUnavailable, HistoryLoadingProgress, PieceNotFound } from '#web/kit/library-states.tsx'
import { Page } from '#web/kit/page.tsx'
import { LoadingIndicator } from '#web/kit/spinner.tsx'
import { useLocation } from '#web/navigation/use-location.tsx'
import { useHistorySyncProgress, usePartHistories } from '#web/store/entry-log.ts'
import { useLibrary } from '#web/store/device-library.ts'
import { PartHistorySection } from './part-history-section.tsx'
import styles from './piece.module.css'

/** Renders the screen at /pieces/:id, which shows the practice history of each part of a piece (rules PH1 to PH8). */
export function PieceHistoryPage() {
  const { t } = useTranslation('piece')
  const { pathname } = useLocation()
  const library = useLibrary()

  if (library.kind !== 'ready') {
    return (
      <Page title={t('opening')}>
        <h1>{t('opening')}</h1>
        <LibraryUnavailable because={library.kind} />
      </Page>
    )
  }
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
  const share = useHistorySyncProgress()
  const parts = undeletedPartsOf(library, piece.id)
  const histories = usePartHistories(
    parts.map(part => part.id),
    localDay,
  )
  // In their order, so that histories that are read later do not move others.
  const read = parts.slice(
    0,
    countWhile(parts, part => histories.has(part.id)),
  )

  return (
    <Page
      title={piece.name}
      start={<IconLink icon="back" to="/pieces" label={pieces('new.backToPieces')} className={styles.back} />}
    >
      <h1 className={styles.title} translate="no">
        {piece.name}
      </h1>
      <p className={styles.goal}>
        <Sentence text={pieces('goal', { bpm: piece.endTempo })} />
      </p>
      {piece.performOn !== null && piece.performOn >= today && (
        <p className={styles.goal}>
          {piece.performOn === today
            ? t('performance.today')
            : t('performance.in', { count: piece.performOn - today, ...dayAsDateParam(piece.performOn) })}
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
      {parts.length === 0 && <p className={styles.none}>{pieces('progress.none')}</p>}
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

function countWhile(parts: readonly Part[], holds: (part: Part) => boolean): number {
  const end = parts.findIndex(part => !holds(part))
  return end === -1 ? parts.length : end
}
