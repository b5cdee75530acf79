import { useMemo, useState, type MouseEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { undeletedPieces, type Library } from '#core/library/library.ts'
import { admitPiece } from '#core/plan/plan.ts'
import { useToday } from '#web/store/clock.ts'
import { useKnownRole } from '#web/identity/user-identity.ts'
import { ButtonLink } from '#web/kit/button.tsx'
import { EmptyState } from '#web/kit/empty-state.tsx'
import { UpgradeDialog } from '#web/billing/upgrade-dialog.tsx'
import { LibraryUnavailable } from '#web/kit/library-states.tsx'
import { Page } from '#web/kit/page.tsx'
import { VirtualList } from '#web/kit/list/virtual-list.tsx'
import { useLibrary } from '#web/store/device-library.ts'
import { usePersisted } from '#web/store/persisted-values.ts'
import { TextField } from '#web/kit/fields/field.tsx'
import { SegmentedChoice } from '#web/kit/fields/segmented-choice.tsx'
import { DeletedList } from './deleted-list.tsx'
import {
  searchCards,
  sortCards,
  MIN_PIECES_FOR_SEARCH_AND_SORT,
  parseCardOrder,
  createPieceCards,
  CARD_ORDERS,
  type CardOrder,
} from './piece-cards.ts'
import { pieceCardClass, PieceCardView } from './piece-card-view.tsx'
import styles from './pieces.module.css'

export function Pieces() {
  const { t } = useTranslation('pieces')
  const library = useLibrary()

  return (
    <Page title={t('title')}>
      {library.kind === 'ready' ? <PieceList library={library.library} /> : <h1>{t('title')}</h1>}
      {library.kind !== 'ready' && <LibraryUnavailable because={library.kind} />}
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
  const [order, setOrder] = usePersisted('pieces order', parseCardOrder)
  const isLong = cards.length >= MIN_PIECES_FOR_SEARCH_AND_SORT
  const shown = useMemo(
    () => (isLong ? sortCards(searchCards(cards, search), order) : cards),
    [cards, isLong, search, order],
  )
  const today = useToday()

  // Opens the upgrade dialog at once instead of after four steps (D5).
  function add(event: MouseEvent) {
    if (admitPiece(role, undeletedPieces(library).length).kind === 'allowed') return
    event.preventDefault()
    setFull(true)
  }

  return (
    <>
      <div className={styles.head}>
        <h1>{t('title')}</h1>
        {cards.length > 0 && (
          <ButtonLink variant="main" icon="plus" to="/new" onClick={add}>
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
            <SearchAndSortControls
              search={search}
              onSearch={setSearch}
              order={order}
              onOrder={setOrder}
              found={shown.length}
            />
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

type ControlsProps = {
  search: string
  onSearch: (search: string) => void
  order: CardOrder
  onOrder: (order: CardOrder) => void
  found: number
}

function SearchAndSortControls({ search, onSearch, order, onOrder, found }: ControlsProps) {
  const { t } = useTranslation('pieces')
  const isSearching = search.trim() !== ''

  return (
    <div className={styles.tools} role="search">
      <TextField
        type="search"
        label={t('search.label')}
        value={search}
        autoComplete="off"
        enterKeyHint="search"
        className={styles.search}
        onChange={event => onSearch(event.target.value)}
        // Only some browsers do so by themselves.
        onKeyDown={event => event.key === 'Escape' && onSearch('')}
      />
      <SegmentedChoice
        name={t('order.sorted')}
        options={CARD_ORDERS.map(value => ({ value, label: t(`order.${value}`) }))}
        value={order}
        onChange={onOrder}
      />
      {/* Always mounted, so that a screen reader is told how many are left. */}
      <p role="status" className={styles.found}>
        {isSearching && t('search.found', { count: found })}
      </p>
    </div>
  )
}
