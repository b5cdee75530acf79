/** Vertical position and height of a list row in px. Positions of all rows have the same, arbitrary origin. */
export type RowBounds = { readonly top: number; readonly height: number }

/** State of dragging a row: its index, the index at which it would be dropped, and the dragged distance in px. */
export type RowDrag = { readonly from: number; readonly to: number; readonly offset: number }

/**
 * Returns the index at which a dragged row would be dropped. The row has passed another row if its middle, moved by
 * `offset`, is beyond the middle of the other row (rule LI15).
 *
 * @param from the index of the dragged row
 * @param offset the dragged distance in px
 */
export function dropIndex(rows: readonly RowBounds[], from: number, offset: number): number {
  const row = rows[from]
  if (row === undefined) return from
  const middle = middleOf(row) + offset
  return rows.filter((other, place) => place !== from && middleOf(other) < middle).length
}

/**
 * Returns the distance in px by which a row is displaced during a drag; negative means up. The dragged row follows the
 * pointer, each row that it has passed moves by the dragged row's height, and all other rows stay (0).
 *
 * @param place the index of the row
 * @param height the height of the dragged row in px
 */
export function rowOffsetDuringDrag(place: number, { from, to, offset }: RowDrag, height: number): number {
  if (place === from) return offset
  if (from < place && place <= to) return -height
  return to <= place && place < from ? height : 0
}

/** Returns a copy of a list with one item moved to another index. */
export function moveListItem<T>(list: readonly T[], from: number, to: number): T[] {
  const others = list.filter((_, place) => place !== from)
  return [...others.slice(0, to), ...list.slice(from, from + 1), ...others.slice(to)]
}

/** A pointer this near to the edge of the screen scrolls, in px: at the bottom it is over the navigation bar. */
const EDGE = { top: 72, bottom: 120 }
const PX_PER_FRAME = 8

/**
 * Returns the distance in px to scroll per frame while a row is dragged: negative near the top of the window, positive
 * near the bottom, otherwise 0. `y` and `startY` are the pointer's current and initial distances from the top in px. A
 * drag that moves away from an edge never scrolls toward it, so that a row picked up near the bottom can be moved up.
 *
 * @param height the height of the window in px
 */
export function dragScrollDistance({ y, startY }: { y: number; startY: number }, height: number): number {
  if (y < EDGE.top && y < startY) return -PX_PER_FRAME
  return y > height - EDGE.bottom && y > startY ? PX_PER_FRAME : 0
}

const middleOf = ({ top, height }: RowBounds) => top + height / 2
