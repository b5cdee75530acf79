import { lazy, Suspense, useCallback, useRef, type ReactNode } from 'react'
import { useListPlace, type ListSnapshot } from './virtual-list-place.ts'
import type { Rows } from './virtual-list-window.tsx'

type Item = { readonly id: string }

type Props<Each extends Item> = {
  /** ol where the order is the point. */
  as: 'ul' | 'ol'
  items: readonly Each[]
  className: string | undefined
  classOf: (item: Each) => string
  /** How high a row is, about, in px: until the first ones are measured. */
  estimatedRow: number
  /** What stands in the row of an item. Make it a memoized component: it is asked for with every frame of a scroll. */
  children: (item: Each) => ReactNode
}

// Up to here all rows are in the page, where the browser's own search finds them; 2,000 would take it a second.
const MANY = 100
// What stands there for the moment in which the window comes for the first time.
const FIRST_ROWS = 20

/**
 * A list that stays quick whatever its length: of more than a hundred rows only those near the window are drawn. Who
 * comes back to it from one of its links finds the same place and the focus on that link (rules PS8, PS9).
 */
export function VirtualList<Each extends Item>(props: Props<Each>) {
  const { as, items, className, classOf, estimatedRow, children } = props
  const list = useRef<(HTMLUListElement & HTMLOListElement) | null>(null)
  const snapshot = useRef<() => ListSnapshot>(null)
  const back = useListPlace(list, snapshot, items)

  const idAt = useCallback((index: number) => items[index]?.id ?? '', [items])
  const classAt = (index: number) => at(items, index, classOf) ?? ''
  const rowAt = (index: number) => at(items, index, children)
  const rows: Rows = { as, list, className, count: items.length, idAt, classAt, rowAt }

  if (items.length <= MANY) return <AllRows {...rows} />
  return (
    <Suspense fallback={<AllRows {...rows} count={FIRST_ROWS} />}>
      <RowsInWindow {...rows} estimatedRow={estimatedRow} back={back} snapshot={snapshot} />
    </Suspense>
  )
}

// Most musicians have fewer than a hundred pieces and never need it.
const RowsInWindow = lazy(async () => ({
  default: (await import('./virtual-list-window.tsx')).VirtualListWindow,
}))

function AllRows({ as: List, list, className, count, idAt, classAt, rowAt }: Rows) {
  return (
    <List ref={list} className={className}>
      {Array.from({ length: count }, (_, index) => (
        <li key={idAt(index)} data-id={idAt(index)} className={classAt(index)}>
          {rowAt(index)}
        </li>
      ))}
    </List>
  )
}

function at<Each, Given>(items: readonly Each[], index: number, give: (item: Each) => Given) {
  const item = items[index]
  return item === undefined ? null : give(item)
}
