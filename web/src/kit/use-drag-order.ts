import {
  useEffect,
  useRef,
  useState,
  type DragEvent,
  type MouseEvent,
  type PointerEvent,
  type RefObject,
} from 'react'
import {
  dropIndex,
  dragScrollDistance,
  rowOffsetDuringDrag,
  type RowDrag,
  type RowBounds,
} from './drag-order.ts'

/** A press that moves less is none to drag with, in px. */
const SLOP = 6

type Held = {
  readonly from: number
  readonly startY: number
  readonly pageY: number
  readonly rows: readonly RowBounds[]
  to: number
}

/**
 * Lets the user reorder the rows of a list, the children of the element `list`, by dragging a handle (rule LI15). Calls
 * `onDrop` with the old and the new index when the user releases the row at another index. Escape cancels the drag.
 * Spread the result of `gripOf(index)` on each handle as props, and translate each row vertically by `shift(index)` px.
 */
export function useDragOrder(
  list: RefObject<HTMLElement | null>,
  onDrop: (from: number, to: number) => void,
) {
  const [drag, setDrag] = useState<RowDrag | null>(null)
  const [height, setHeight] = useState(0)
  const held = useRef<Held | null>(null)
  const pointerY = useRef(0)
  const wasDragged = useRef(false)
  const isDragging = drag !== null

  useEffect(() => {
    if (!isDragging) return
    const ended = new AbortController()
    let frame = requestAnimationFrame(function scroll() {
      const startY = held.current?.startY ?? pointerY.current
      const by = dragScrollDistance({ y: pointerY.current, startY }, window.innerHeight)
      if (by !== 0) window.scrollBy({ top: by, behavior: 'instant' })
      frame = requestAnimationFrame(scroll)
    })
    const putBack = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      held.current = null
      setDrag(null)
    }
    window.addEventListener('keydown', putBack, { signal: ended.signal })
    return () => {
      cancelAnimationFrame(frame)
      ended.abort()
    }
  }, [isDragging])

  useEffect(() => {
    window.addEventListener('scroll', follow)
    return () => window.removeEventListener('scroll', follow)

    function follow() {
      if (held.current !== null) setDrag(dragOf(held.current, pointerY.current))
    }
  }, [])

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
      if (!wasDragged.current && Math.abs(next.offset) < SLOP) return
      wasDragged.current = true
      setDrag(next)
    },
    onPointerUp() {
      const { to = from } = held.current ?? {}
      letGo()
      if (wasDragged.current && to !== from) onDrop(from, to)
    },
    onPointerCancel: letGo,
    /** The browser would drag selected text instead. */
    onDragStart: (event: DragEvent) => event.preventDefault(),
    /** The browser calls the end of a drag a click of the grip. */
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

/** Where a row is that is held by a pointer at `clientY`; notes the place it would fall to. */
function dragOf(held: Held, clientY: number): RowDrag {
  const offset = clientY + window.scrollY - held.pageY
  held.to = dropIndex(held.rows, held.from, offset)
  return { from: held.from, to: held.to, offset }
}
