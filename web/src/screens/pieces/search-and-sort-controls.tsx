import { useTranslation } from 'react-i18next'
import { TextField } from '#web/kit/fields/field.tsx'
import { SegmentedChoice } from '#web/kit/fields/segmented-choice.tsx'
import { CARD_ORDERS, type CardOrder } from './piece-cards.ts'
import styles from './pieces.module.css'

type Props = {
  search: string
  onSearch: (search: string) => void
  order: CardOrder
  onOrder: (order: CardOrder) => void
  /** Number of pieces that the search has found. */
  found: number
}

/** Renders the search field and the choice of the sort order above a long list of pieces (rule PS1). */
export function SearchAndSortControls({ search, onSearch, order, onOrder, found }: Props) {
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
