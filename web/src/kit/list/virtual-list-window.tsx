import { useCallback, useLayoutEffect, useMemo, useState, type ReactNode, type RefObject } from 'react'
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import type { ListGridLayout, ListScrollPosition, MeasuredRowHeights } from './use-list-position.ts'

export type IndexedListProps = {
  readonly as: 'ul' | 'ol'
  readonly list: RefObject<(HTMLUListElement & HTMLOListElement) | null>
  readonly className: string | undefined
  readonly count: number
  readonly idAt: (index: number) => string
  readonly classAt: (index: number) => string
  readonly rowAt: (index: number) => ReactNode
}

type Props = IndexedListProps & {
  readonly estimatedRow: number
  readonly back: ListScrollPosition | null
  readonly snapshot: RefObject<(() => MeasuredRowHeights) | null>
}

const ONE_COLUMN: ListGridLayout = { columns: 1, gap: 0, top: 0 }
// Rows of one column rendered beyond each edge of the window, for one frame of fast scrolling.
const OVERSCAN = 4

/** Always renders the first, the last and the focused row, too, because Tab reaches only rendered rows. */
export function VirtualListWindow(props: Props) {
  const { as: List, list, className, count, idAt, classAt, rowAt, estimatedRow, back, snapshot } = props
  const [layout, setLayout] = useState(back?.snapshot?.layout ?? ONE_COLUMN)
  const [estimate, setEstimate] = useState(back?.snapshot?.estimate ?? estimatedRow)
  const [focused, setFocused] = useState(back?.id ?? null)
  const { columns, gap, top } = layout
  const rowCount = Math.ceil(count / columns)

  const virtualizer = useWindowVirtualizer<HTMLLIElement>({
    count: rowCount,
    estimateSize: () => estimate,
    // A new function makes the library measure all rows again, which a new estimate alone would not.
    // oxlint-disable-next-line react/exhaustive-deps
    getItemKey: useCallback((row: number) => `${columns} ${idAt(row * columns)}`, [columns, idAt, estimate]),
    gap,
    scrollMargin: top,
    overscan: Math.ceil(OVERSCAN / columns),
    initialRect: { width: window.innerWidth, height: window.innerHeight },
    initialOffset: back?.scrollY ?? (() => window.scrollY),
    initialMeasurementsCache: back?.snapshot?.sizes ?? [],
  })

  useLayoutEffect(() => {
    snapshot.current = () => ({ layout, estimate, sizes: virtualizer.takeSnapshot() })
  }, [snapshot, layout, estimate, virtualizer])

  useLayoutEffect(() => {
    const look = () => setLayout(before => layoutOf(list.current, before))
    look()
    // The body resizes with its content and with the window, and either changes the layout.
    const observer = new ResizeObserver(look)
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [list])

  useLayoutEffect(() => {
    const sizes = [...virtualizer.itemSizeCache.values()]
    if (sizes.length > 0) setEstimate(Math.round(sizes.reduce((sum, size) => sum + size) / sizes.length))
  }, [layout, virtualizer])

  const focusedRow = useMemo(() => rowOf(focused, count, columns, idAt), [focused, count, columns, idAt])
  const inFlow = virtualizer.getVirtualItems()
  const first = inFlow[0]?.index ?? 0
  const last = inFlow.at(-1)?.index ?? -1
  const kept = [0, focusedRow - 1, focusedRow, focusedRow + 1, rowCount - 1]
  const outside = (from: number, to: number) =>
    [...new Set(kept)].filter(row => row >= from && row <= to).sort((a, b) => a - b)
  const shown = [
    ...outside(0, first - 1),
    ...inFlow.map(row => row.index),
    ...outside(last + 1, rowCount - 1),
  ]

  const items = shown.flatMap(row => {
    const isInFlow = row >= first && row <= last
    const { start, size } = virtualizer.measurementsCache[row] ?? { start: top, size: estimate }
    const place = { position: 'absolute', insetInline: 0, top: start - top, height: size } as const
    return indexesOf(row, columns, count).map(index => (
      <li
        key={idAt(index)}
        // In a grid all items of a row have the same height, so the first one is measured.
        ref={isInFlow && index % columns === 0 ? virtualizer.measureElement : undefined}
        data-index={row}
        data-id={idAt(index)}
        className={classAt(index)}
        style={isInFlow ? undefined : place}
        aria-setsize={count}
        aria-posinset={index + 1}
      >
        {rowAt(index)}
      </li>
    ))
  })

  const above = (inFlow[0]?.start ?? top) - top
  const below = virtualizer.getTotalSize() - ((inFlow.at(-1)?.end ?? top) - top)
  return (
    <List
      ref={list}
      className={className}
      // The browser's scroll anchoring would repeat the library's correction.
      style={{ position: 'relative', overflowAnchor: 'none', paddingTop: above, paddingBottom: below }}
      // Never reset, so that the focus can return from a dialog or from the navigation.
      onFocus={event => setFocused(event.target.closest('li')?.dataset['id'] ?? null)}
    >
      {items}
    </List>
  )
}

function layoutOf(list: HTMLElement | null, before: ListGridLayout): ListGridLayout {
  if (list === null) return before
  const { gridTemplateColumns, rowGap } = getComputedStyle(list)
  const columns = gridTemplateColumns === 'none' ? 1 : gridTemplateColumns.split(' ').length
  const gap = Number.parseFloat(rowGap) || 0
  const top = Math.round(list.getBoundingClientRect().top + window.scrollY)
  const isSame = columns === before.columns && gap === before.gap && top === before.top
  return isSame ? before : { columns, gap, top }
}

function rowOf(id: string | null, count: number, columns: number, idAt: (index: number) => string): number {
  if (id === null) return -1
  for (let index = 0; index < count; index++) if (idAt(index) === id) return Math.floor(index / columns)
  return -1
}

const indexesOf = (row: number, columns: number, count: number) =>
  Array.from({ length: Math.min(columns, count - row * columns) }, (_, column) => row * columns + column)
