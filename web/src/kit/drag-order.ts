/** Where a row stands in a list, in px from any line above. */
export type RowBox = { readonly top: number; readonly height: number }

/** A row on its way: its place in the list, the place it would fall to, and how far it has been moved, in px. */
export type RowDrag = { readonly from: number; readonly to: number; readonly offset: number }

/** Returns the place a row falls to that was moved by `offset` px: it passes a row when its middle does (rule EP21). */
export function dropPlace(rows: readonly RowBox[], from: number, offset: number): number {
  const row = rows[from]
  if (row === undefined) return from
  const middle = middleOf(row) + offset
  return rows.filter((other, place) => place !== from && middleOf(other) < middle).length
}

/** Returns by how many px a row gives way to the dragged one, whose height is `height`. */
export function rowOffset(place: number, { from, to, offset }: RowDrag, height: number): number {
  if (place === from) return offset
  if (from < place && place <= to) return -height
  return to <= place && place < from ? height : 0
}

/** Returns a list with one entry moved to another place. */
export function withEntryMoved<T>(list: readonly T[], from: number, to: number): T[] {
  const others = list.filter((_, place) => place !== from)
  return [...others.slice(0, to), ...list.slice(from, from + 1), ...others.slice(to)]
}

/** A pointer this near to the edge of the screen scrolls, in px: at the bottom it is over the navigation bar. */
const EDGE = { top: 72, bottom: 120 }
const PX_PER_FRAME = 8

/**
 * Returns by how many px a frame scrolls while a row is held at `y` of a screen of this height. Only in the direction in
 * which it is dragged: it may have been taken near the other edge.
 */
export function dragScrollDistance({ y, startY }: { y: number; startY: number }, height: number): number {
  if (y < EDGE.top && y < startY) return -PX_PER_FRAME
  return y > height - EDGE.bottom && y > startY ? PX_PER_FRAME : 0
}

const middleOf = ({ top, height }: RowBox) => top + height / 2
