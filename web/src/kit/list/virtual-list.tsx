import { lazy, Suspense, useCallback, useEffect, useRef, useState, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { useRestoreListPosition, type MeasuredRowHeights } from './use-list-position.ts'
import type { IndexedListProps } from './virtual-list-window.tsx'

type Item = { readonly id: string }

type Props<Each extends Item> = {
  /** Identifies the list when scroll positions are restored, so lists of one screen need different names. */
  name?: string
  as: 'ul' | 'ol'
  items: readonly Each[]
  className: string | undefined
  classOf: (item: Each) => string
  estimatedRow: number
  /** Should return a memoized component, because it is called on every scroll frame. */
  children: (item: Each) => ReactNode
}

// Up to this size all rows are rendered, so that the browser's find in page works; 2,000 would take a second.
const MANY = 100
// Rows rendered while the virtual list's code is loading for the first time.
const FIRST_ROWS = 20

export function VirtualList<Each extends Item>(props: Props<Each>) {
  const { name = '', as, items, className, classOf, estimatedRow, children } = props
  const list = useRef<(HTMLUListElement & HTMLOListElement) | null>(null)
  const snapshot = useRef<() => MeasuredRowHeights>(null)
  const back = useRestoreListPosition(name, list, snapshot, items)
  const isPrinting = useIsPrinting()

  const idAt = useCallback((index: number) => items[index]?.id ?? '', [items])
  const classAt = (index: number) => at(items, index, classOf) ?? ''
  const rowAt = (index: number) => at(items, index, children)
  const rows: IndexedListProps = { as, list, className, count: items.length, idAt, classAt, rowAt }

  if (items.length <= MANY || isPrinting) return <AllRows {...rows} />
  return (
    <Suspense fallback={<AllRows {...rows} count={FIRST_ROWS} />}>
      <RowsInWindow {...rows} estimatedRow={estimatedRow} back={back} snapshot={snapshot} />
    </Suspense>
  )
}

// Most musicians have fewer than a hundred pieces and never load this.
const RowsInWindow = lazy(async () => ({
  default: (await import('./virtual-list-window.tsx')).VirtualListWindow,
}))

function useIsPrinting(): boolean {
  const [isPrinting, setPrinting] = useState(false)

  useEffect(() => {
    // The browser lays the page out for paper as soon as the event has been handled.
    const change = ({ type }: Event) => flushSync(() => setPrinting(type === 'beforeprint'))
    const until = new AbortController()
    for (const type of ['beforeprint', 'afterprint'])
      window.addEventListener(type, change, { signal: until.signal })
    return () => until.abort()
  }, [])

  return isPrinting
}

function AllRows({ as: List, list, className, count, idAt, classAt, rowAt }: IndexedListProps) {
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
