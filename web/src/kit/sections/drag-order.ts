import {
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  type DragEvent,
  type MouseEvent,
  type PointerEvent,
  type RefObject,
} from 'react'

const MIN_DRAG_PX = 6

type Held = {
  readonly from: number
  readonly startY: number
  readonly pageY: number
  readonly rows: readonly RowBounds[]
  to: number
}

/** The returned `gripOf(index)` gives the props of a handle, and `shift(index)` the offset of a row in px. */
export function useDragToReorder(
  list: RefObject<HTMLElement | null>,
  onDrop: (from: number, to: number) => void,
) {
  const [drag, setDrag] = useState<RowDrag | null>(null)
  const [height, setHeight] = useState(0)
  const held = useRef<Held | null>(null)
  const pointerY = useRef(0)
  const wasDragged = useRef(false)
  const isDragging = drag !== null

  const escape = useEffectEvent(letGo)
  useEffect(() => {
    if (!isDragging) return
    const ended = new AbortController()
    let frame = requestAnimationFrame(function scroll() {
      const startY = held.current?.startY ?? pointerY.current
      const by = autoScrollPxPerFrame({ y: pointerY.current, startY }, window.innerHeight)
      if (by !== 0) window.scrollBy({ top: by, behavior: 'instant' })
      frame = requestAnimationFrame(scroll)
    })
    const { signal } = ended
    window.addEventListener('keydown', ({ key }) => key === 'Escape' && escape(), { signal })
    window.addEventListener(
      'scroll',
      () => held.current !== null && setDrag(dragOf(held.current, pointerY.current)),
      { signal },
    )
    return () => {
      cancelAnimationFrame(frame)
      ended.abort()
    }
  }, [isDragging])

  function letGo() {
    held.current = null
    setDrag(null)
  }

  const gripOf = (from: number) => ({
    onPointerDown(event: PointerEvent<HTMLElement>) {
      wasDragged.current = false
      if (!event.isPrimary || event.button !== 0) return
      event.currentTarget.setPointerCapture(event.pointerId)
      const rows = [...(list.current?.children ?? [])].map(row => row.getBoundingClientRect())
      setHeight(rows[from]?.height ?? 0)
      pointerY.current = event.clientY
      const startY = event.clientY
      held.current = { from, to: from, startY, pageY: startY + window.scrollY, rows }
    },
    onPointerMove({ clientY }: PointerEvent<HTMLElement>) {
      pointerY.current = clientY
      if (held.current === null) return
      const next = dragOf(held.current, clientY)
      if (!wasDragged.current && Math.abs(next.offset) < MIN_DRAG_PX) return
      wasDragged.current = true
      setDrag(next)
    },
    onPointerUp() {
      const { to = from } = held.current ?? {}
      letGo()
      if (wasDragged.current && to !== from) onDrop(from, to)
    },
    onPointerCancel: letGo,
    // The browser would drag selected text instead.
    onDragStart: (event: DragEvent) => event.preventDefault(),
    // The browser calls the end of a drag a click of the grip.
    onClickCapture(event: MouseEvent) {
      if (wasDragged.current && event.detail > 0) event.stopPropagation()
      wasDragged.current = false
    },
  })

  return {
    isDragging,
    gripOf,
    dragged: drag?.from ?? null,
    shift: (place: number) => (drag === null ? 0 : rowOffsetDuringDrag(place, drag, height)),
  }
}

function dragOf(held: Held, clientY: number): RowDrag {
  const offset = clientY + window.scrollY - held.pageY
  held.to = findDropIndex(held.rows, held.from, offset)
  return { from: held.from, to: held.to, offset }
}

export type RowBounds = { readonly top: number; readonly height: number }

export type RowDrag = { readonly from: number; readonly to: number; readonly offset: number }

export function findDropIndex(rows: readonly RowBounds[], from: number, offset: number): number {
  const row = rows[from]
  if (row === undefined) return from
  const middle = middleOf(row) + offset
  return rows.filter((other, place) => place !== from && middleOf(other) < middle).length
}

export function rowOffsetDuringDrag(place: number, { from, to, offset }: RowDrag, height: number): number {
  if (place === from) return offset
  if (from < place && place <= to) return -height
  return to <= place && place < from ? height : 0
}

export function moveListItem<T>(list: readonly T[], from: number, to: number): T[] {
  const others = list.filter((_, place) => place !== from)
  return [...others.slice(0, to), ...list.slice(from, from + 1), ...others.slice(to)]
}

/** Larger at the bottom, because the navigation bar covers that edge. */
const AUTO_SCROLL_ZONE_PX = { top: 72, bottom: 120 }
const PX_PER_FRAME = 8

/** A drag away from an edge never scrolls toward it, so that a row near the bottom can be moved up. */
export function autoScrollPxPerFrame({ y, startY }: { y: number; startY: number }, height: number): number {
  if (y < AUTO_SCROLL_ZONE_PX.top && y < startY) return -PX_PER_FRAME
  return y > height - AUTO_SCROLL_ZONE_PX.bottom && y > startY ? PX_PER_FRAME : 0
}

const middleOf = ({ top, height }: RowBounds) => top + height / 2
