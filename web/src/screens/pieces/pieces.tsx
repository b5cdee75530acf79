import { useCallback, useDeferredValue, useMemo, useState, type MouseEvent } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { type Day, daysBetweenOrZero } from '#core/library/day.ts'
import { undeletedPieces, type Library, listDeletedItems, type DeletedItem } from '#core/library/library.ts'
import type { PieceId } from '#core/library/piece.ts'
import { RETENTION_PERIODS } from '#core/library/retention.ts'
import { checkPieceLimit } from '#core/plan/plan.ts'
import { localDay } from '#web/device/calendar.ts'
import { useToday } from '#web/store/clock.ts'
import { useKnownStripeRole } from '#web/identity/identity-service.ts'
import { ButtonLink, Button, IconButton } from '#web/kit/button.tsx'
import { EmptyState } from '#web/kit/empty-state.tsx'
import { Icon } from '#web/kit/icon.tsx'
import { UpgradeDialog, planLimitKindOfRejection, type PlanLimitKind } from '#web/billing/upgrade-dialog.tsx'
import { LibraryNotReady } from '#web/kit/library-states.tsx'
import { FixedPageActions, LegalLinks, Page } from '#web/kit/page.tsx'
import { focusAddedListItem } from '#web/kit/list/use-list-position.ts'
import { focusScreenHeading } from '#web/kit/screen.ts'
import { VirtualList } from '#web/kit/list/virtual-list.tsx'
import { showErrorToast, showSuccessToast } from '#web/kit/toast/show-toast.tsx'
import { useLibraryState, useLibraryServices } from '#web/store/library-services.ts'
import { usePersistedSetting } from '#web/store/persisted-values.ts'
import { useAriaKeyShortcuts } from '#web/kit/shortcuts/character-keys.ts'
import { recordChange } from '#web/store/record-change.ts'
import { TextField } from '#web/kit/fields/field.tsx'
import { SegmentedChoice } from '#web/kit/fields/segmented-choice.tsx'
import { ESTIMATED_CARD_HEIGHT, PieceCardView, pieceCardClass } from './piece-card.tsx'
import {
  createPieceCards,
  filterPieceCardsByStatus,
  MIN_PIECES_FOR_SEARCH_AND_SORT,
  parsePieceSortSettings,
  PIECE_CARD_FILTERS,
  PIECE_CARD_ORDERS,
  searchPieceCards,
  reorderCardsSortedByName,
  type PieceCardData,
  type PieceStatusFilter,
} from './piece-cards.ts'
import { usePutOnHold } from './put-on-hold.ts'
import styles from './pieces.module.css'

export function PiecesScreen() {
  const { t } = useTranslation('pieces')
  const library = useLibraryState()

  return (
    <Page title={t('title')} className={styles.page} hasHistoryLink>
      {library.kind === 'ready' ? <PieceList library={library.library} /> : <h1>{t('title')}</h1>}
      {library.kind !== 'ready' && <LibraryNotReady because={library.kind} />}
    </Page>
  )
}

function PieceList({ library }: { library: Library }) {
  const { t, i18n } = useTranslation('pieces')
  const role = useKnownStripeRole()
  const [isFull, setFull] = useState(false)
  const language = i18n.resolvedLanguage ?? 'en'
  // Memoized, because opening a dialog must not sort two thousand names.
  const cards = useMemo(() => createPieceCards(library, language), [library, language])
  const [search, setSearch] = useState('')
  const [view, setView] = usePersistedSetting('pieces view', parsePieceSortSettings)
  // Not kept, because it would hide what another visit has saved.
  const [filter, setFilter] = useState<PieceStatusFilter>('all')
  const today = useToday()
  const [addKey, searchKey] = [useAriaKeyShortcuts('N'), useAriaKeyShortcuts('/')]
  const isLong = cards.length >= MIN_PIECES_FOR_SEARCH_AND_SORT
  // The list may lag behind, so that neither typing nor a press waits for two thousand cards.
  const [wanted, wantedView] = [useDeferredValue(search), useDeferredValue(view)]
  const wantedFilter = useDeferredValue(filter)
  const isSearching = wanted.trim() !== ''
  const { active, onHold } = useMemo(() => {
    const found = isLong
      ? filterPieceCardsByStatus(searchPieceCards(cards, wanted), wantedFilter, today)
      : cards
    const shown = isLong ? reorderCardsSortedByName(found, wantedView) : found
    return { active: shown.filter(card => !card.onHold), onHold: shown.filter(card => card.onHold) }
  }, [cards, isLong, wanted, wantedView, wantedFilter, today])
  const count = active.length + onHold.length
  const [selected, setSelected] = useState<ReadonlySet<PieceId> | null>(null)
  const toggle = useCallback((id: PieceId) => {
    setSelected(
      before => new Set(before?.has(id) ? [...before].filter(one => one !== id) : [...(before ?? []), id]),
    )
  }, [])
  const putOnHold = usePutOnHold()

  // At once, so that the focus goes to a link, not to its check box.
  const stopSelecting = () => flushSync(() => setSelected(null))

  function showAll() {
    setFilter('all')
    setSearch('')
    focusScreenHeading()
  }

  // What was deleted meanwhile is left out.
  const chosen = cards.filter(({ id }) => selected?.has(id))
  const isPutting = chosen.some(card => !card.onHold)
  const changed = chosen.filter(card => card.onHold !== isPutting)

  // Opens the upgrade dialog at once instead of after four steps (D5).
  function add(event: MouseEvent) {
    if (checkPieceLimit(role, undeletedPieces(library).length).kind === 'allowed') return
    event.preventDefault()
    setFull(true)
  }

  const listOf = (name: string, items: readonly PieceCardData[]) => (
    <VirtualList
      name={name}
      as="ul"
      items={items}
      className={styles.cards}
      classOf={pieceCardClass}
      estimatedRow={ESTIMATED_CARD_HEIGHT}
    >
      {card => (
        <PieceCardView
          card={card}
          today={today}
          isSelected={selected?.has(card.id) ?? null}
          onSelect={isLong || selected !== null ? toggle : null}
        />
      )}
    </VirtualList>
  )

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
      {cards.length === 0 && (
        <EmptyState level="h2" title={t('empty.title')} text={t('empty.text')}>
          <ButtonLink variant="main" icon="plus" to="/new" aria-keyshortcuts={addKey}>
            {t('add')}
          </ButtonLink>
        </EmptyState>
      )}
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
          <div className={styles.order}>
            <span aria-hidden="true">{t('order.sorted')}</span>
            <SegmentedChoice
              name={t('order.sorted')}
              options={PIECE_CARD_ORDERS.map(value => ({ value, label: t(`order.${value}`) }))}
              value={view.order}
              onChange={order => setView({ ...view, order })}
            />
            <IconButton
              icon={view.isReversed ? 'up' : 'down'}
              label={t('order.reversed')}
              aria-pressed={view.isReversed}
              onClick={() => setView({ ...view, isReversed: !view.isReversed })}
            />
          </div>
          <SegmentedChoice
            name={t('filter.name')}
            options={PIECE_CARD_FILTERS.map(value => ({ value, label: t(`filter.${value}`) }))}
            value={filter}
            onChange={setFilter}
          />
          {/* Always mounted, so that a screen reader is told how many are left. */}
          <p role="status" className={styles.found}>
            {(isSearching || wantedFilter !== 'all') && t('search.found', { count })}
          </p>
        </div>
      )}
      {isLong && count === 0 && (
        <EmptyState
          level="h2"
          title={t('search.nothing.title')}
          text={t(isSearching ? 'search.nothing.text' : 'filter.nothing')}
        >
          <Button onClick={showAll}>{t('filter.showAll')}</Button>
        </EmptyState>
      )}
      {active.length > 0 && listOf('', active)}
      {onHold.length > 0 && (
        <>
          <h2 className={styles.group}>{t('hold.group')}</h2>
          {listOf('on hold', onHold)}
        </>
      )}
      <DeletedList library={library} today={today} onRestore={showAll} />
      <LegalLinks />
      {isFull && <UpgradeDialog limit="pieces" onClose={() => setFull(false)} />}
      {selected && (
        <FixedPageActions>
          <div className={styles.actions}>
            <Button
              variant="main"
              aria-disabled={changed.length === 0}
              onClick={async () => (await putOnHold(changed, isPutting)) && stopSelecting()}
            >
              {t(isPutting ? 'hold.putSelected' : 'hold.takeSelected', { count: changed.length })}
            </Button>
            <Button
              onClick={() =>
                setSelected(new Set([...selected, ...[...active, ...onHold].map(({ id }) => id)]))
              }
            >
              {t('menu.all')}
            </Button>
            <IconButton
              icon="close"
              label={t('menu.cancel')}
              onClick={() => {
                stopSelecting()
                focusAddedListItem([...selected].at(-1) ?? '')
              }}
            />
          </div>
        </FixedPageActions>
      )}
    </>
  )
}

type DeletedListProps = { library: Library; today: Day; onRestore: () => void }

function DeletedList({ library, today, onRestore }: DeletedListProps) {
  const { t } = useTranslation('pieces')
  const [isOpen, setOpen] = useState(false)
  const [limit, setLimit] = useState<PlanLimitKind | null>(null)
  const device = useLibraryServices()
  const rows = useMemo(() => listDeletedItems(library, today, localDay), [library, today])

  async function restore(row: DeletedItem) {
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
      onRestore()
      focusAddedListItem(piece.id)
    } else if (reached === null) showErrorToast()
    else setLimit(reached)
  }

  return (
    <>
      {rows.length > 0 && (
        <details className={styles.deleted} onToggle={event => setOpen(event.currentTarget.open)}>
          <summary>
            <Icon name="next" small />
            {t('deleted.title', { count: rows.length })}
          </summary>
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
                          count: daysBetweenOrZero(row.day, today),
                        })}
                      </small>
                    </span>
                    <Button
                      variant="bare"
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

const nameOf = ({ piece, part }: DeletedItem) => (part === null ? piece.name : `${piece.name} (${part.name})`)
