import { useMemo, useState, type MouseEvent, memo } from 'react'
import { useTranslation } from 'react-i18next'
import {
  undeletedPieces,
  type Library,
  listRestorables,
  type DeletedPieceOrPart,
} from '#core/library/library.ts'
import { checkPieceLimit } from '#core/plan/plan.ts'
import { useToday } from '#web/store/clock.ts'
import { useKnownRole } from '#web/identity/identity-service.ts'
import { ButtonLink, IconLink, Button } from '#web/kit/button.tsx'
import { EmptyState } from '#web/kit/empty-state.tsx'
import { UpgradeDialog, planLimitKindOfRejection, type PlanLimitKind } from '#web/billing/upgrade-dialog.tsx'
import { LibraryNotReady } from '#web/kit/library-states.tsx'
import { Page } from '#web/kit/page.tsx'
import { VirtualList } from '#web/kit/list/virtual-list.tsx'
import { useLibrary, useLibraryServices } from '#web/store/library-services.ts'
import { usePersistedSetting } from '#web/store/persisted-values.ts'
import { useCharacterKey } from '#web/kit/shortcuts/character-keys.ts'
import { TextField } from '#web/kit/fields/field.tsx'
import { SegmentedChoice } from '#web/kit/fields/segmented-choice.tsx'
import {
  filterPieceCards,
  sortPieceCards,
  MIN_PIECES_FOR_SEARCH_AND_SORT,
  parsePieceCardOrder,
  createPieceCards,
  PIECE_CARD_ORDERS,
  progressTextKey,
  timeSincePracticeTextKey,
  type PieceCardData,
} from './piece-cards.ts'
import styles from './pieces.module.css'
import { type Day, daysBetween } from '#core/library/day.ts'
import { localDay } from '#web/device/calendar.ts'
import { Link } from '#web/navigation/link.tsx'
import { classNames } from '#web/kit/class-names.ts'
import { useFormatDaysAgo } from '#web/kit/days-ago-text.ts'
import { PartlyTranslated } from '#web/language/partly-translated.tsx'
import { ProgressNotehead, TempoProgressLine } from '#web/kit/music/musical-signs.tsx'
import { RETENTION_PERIODS } from '#core/library/retention.ts'
import { focusAddedListItem } from '#web/kit/list/use-list-position.ts'
import { showErrorToast, showSuccessToast } from '#web/kit/toast/show-toast.tsx'
import { recordChange } from '#web/store/record-change.ts'

export function PiecesScreen() {
  const { t } = useTranslation('pieces')
  const library = useLibrary()

  return (
    <Page title={t('title')} className={styles.page} hasHistoryLink>
      {library.kind === 'ready' ? <PieceList library={library.library} /> : <h1>{t('title')}</h1>}
      {library.kind !== 'ready' && <LibraryNotReady because={library.kind} />}
    </Page>
  )
}

function PieceList({ library }: { library: Library }) {
  const { t, i18n } = useTranslation('pieces')
  const role = useKnownRole()
  const [isFull, setFull] = useState(false)
  const language = i18n.resolvedLanguage ?? 'en'
  // Memoized, because opening a dialog must not sort two thousand names.
  const cards = useMemo(() => createPieceCards(library, language), [library, language])
  const [search, setSearch] = useState('')
  const [order, setOrder] = usePersistedSetting('pieces order', parsePieceCardOrder)
  const isLong = cards.length >= MIN_PIECES_FOR_SEARCH_AND_SORT
  const shown = useMemo(
    () => (isLong ? sortPieceCards(filterPieceCards(cards, search), order) : cards),
    [cards, isLong, search, order],
  )
  const today = useToday()
  const [addKey, searchKey] = [useCharacterKey('N'), useCharacterKey('/')]

  // Opens the upgrade dialog at once instead of after four steps (D5).
  function add(event: MouseEvent) {
    if (checkPieceLimit(role, undeletedPieces(library).length).kind === 'allowed') return
    event.preventDefault()
    setFull(true)
  }

  return (
    <>
      <div className={styles.head}>
        <h1>{t('title')}</h1>
        {cards.length > 0 && (
          <ButtonLink variant="main" icon="plus" to="/new" aria-keyshortcuts={addKey} onClick={add}>
            {t('add')}
          </ButtonLink>
        )}
      </div>
      {cards.length === 0 ? (
        <EmptyState level="h2" title={t('empty.title')} text={t('empty.text')}>
          <ButtonLink variant="main" size="big" icon="plus" to="/new">
            {t('add')}
          </ButtonLink>
        </EmptyState>
      ) : (
        <>
          {isLong && (
            <div className={styles.tools} role="search">
              <TextField
                type="search"
                aria-keyshortcuts={searchKey}
                label={t('search.label')}
                value={search}
                autoComplete="off"
                enterKeyHint="search"
                className={styles.search}
                onChange={event => setSearch(event.target.value)}
                onKeyDown={event => event.key === 'Escape' && setSearch('')}
              />
              <SegmentedChoice
                name={t('order.sorted')}
                options={PIECE_CARD_ORDERS.map(value => ({ value, label: t(`order.${value}`) }))}
                value={order}
                onChange={setOrder}
              />
              {/* Always mounted, so that a screen reader is told how many are left. */}
              <p role="status" className={styles.found}>
                {search.trim() !== '' && t('search.found', { count: shown.length })}
              </p>
            </div>
          )}
          <VirtualList
            as="ul"
            items={shown}
            className={styles.cards}
            classOf={pieceCardClass}
            estimatedRow={CARD_HEIGHT}
          >
            {card => <PieceCardView card={card} today={today} />}
          </VirtualList>
        </>
      )}
      <DeletedList library={library} today={today} />
      {isFull && <UpgradeDialog limit="pieces" onClose={() => setFull(false)} />}
    </>
  )
}

// Height of a card with a one-line name, in px.
const CARD_HEIGHT = 151

const pieceCardClass = ({ progress }: PieceCardData) =>
  classNames(styles.card, progress && styles[progress.color])

/** A piece on hold or without parts has no practice button (rules PS2, PS14, OH1); progress as in decision D16. */
const PieceCardView = memo(function PieceCardView({ card, today }: { card: PieceCardData; today: Day }) {
  const { t } = useTranslation('pieces')
  const daysAgoText = useFormatDaysAgo()
  const { name, progress, endTempo, onHold, lastPracticed } = card
  const { key, days } = timeSincePracticeTextKey(
    lastPracticed === null ? null : localDay(lastPracticed),
    today,
  )

  return (
    <>
      <h2>
        <Link className={styles.open} to={`/pieces/${card.id}`} translate="no">
          {name}
        </Link>
      </h2>
      <IconLink
        className={styles.edit}
        icon="edit"
        to={`/pieces/${card.id}/edit`}
        label={t('edit', { piece: name })}
      />
      {progress && <TempoProgressLine className={styles.line} share={progress.percent / 100} />}
      <p className={styles.state}>
        {progress ? (
          <>
            <ProgressNotehead color={progress.color} />
            <span>
              <b translate="no">{t('progress.percent', { share: progress.percent / 100 })}</b>{' '}
              {t(`progress.${progressTextKey(progress)}`)}
            </span>
          </>
        ) : (
          <span>{t('progress.none')}</span>
        )}
        <span className={styles.goal}>
          <PartlyTranslated emphasis text={t('goal', { bpm: endTempo })} />
        </span>
      </p>
      <p className={styles.rest}>
        {onHold && (
          <>
            <b>{t('onHold')}</b>{' '}
          </>
        )}
        {t(`rest.${key}`, { ago: daysAgoText(days) })}
      </p>
      {progress && !onHold && (
        <IconLink
          className={styles.practice}
          icon="play"
          to={`/practice?piece=${card.id}`}
          label={t('practice', { piece: name })}
        />
      )}
    </>
  )
})

function DeletedList({ library, today }: { library: Library; today: Day }) {
  const { t } = useTranslation('pieces')
  const [isOpen, setOpen] = useState(false)
  const [limit, setLimit] = useState<PlanLimitKind | null>(null)
  const { t: common } = useTranslation()
  const device = useLibraryServices()
  const rows = listRestorables(library, today, localDay)

  async function restore(row: DeletedPieceOrPart) {
    const { piece, part } = row
    const recorded = await recordChange(
      device,
      part === null
        ? { kind: 'piece.restore', args: { id: piece.id } }
        : { kind: 'part.restore', args: { id: part.id, pieceId: piece.id } },
    )
    const reached = recorded.kind === 'rejected' ? planLimitKindOfRejection(recorded.code) : null
    if (recorded.kind === 'saved') {
      showSuccessToast(t('editor.restored', { piece: nameOf(row) }))
      focusAddedListItem(piece.id)
    } else if (reached === null) showErrorToast(common('toast.error'))
    else setLimit(reached)
  }

  return (
    <>
      {rows.length > 0 && (
        <details className={styles.deleted} onToggle={event => setOpen(event.currentTarget.open)}>
          <summary>{t('deleted.title', { count: rows.length })}</summary>
          {isOpen && (
            <>
              <p>{t('deleted.hint', { count: RETENTION_PERIODS.deletedDays })}</p>
              <ul>
                {rows.map(row => (
                  <li key={(row.part ?? row.piece).id}>
                    <span>
                      <b translate="no">{nameOf(row)}</b>{' '}
                      <small>
                        {t(row.day === today ? 'deleted.today' : 'deleted.daysAgo', {
                          count: daysBetween(row.day, today),
                        })}
                      </small>
                    </span>
                    <Button
                      variant="line"
                      aria-label={t('deleted.restoreNamed', { name: nameOf(row) })}
                      onClick={() => void restore(row)}
                    >
                      {t('deleted.restore')}
                    </Button>
                  </li>
                ))}
              </ul>
            </>
          )}
        </details>
      )}
      {limit && <UpgradeDialog limit={limit} onClose={() => setLimit(null)} />}
    </>
  )
}

const nameOf = ({ piece, part }: DeletedPieceOrPart) =>
  part === null ? piece.name : `${piece.name} (${part.name})`
