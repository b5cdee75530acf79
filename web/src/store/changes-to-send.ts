import type { Change } from '#core/library/change.ts'
import type { Timestamp } from '#core/library/day.ts'
import { adjustForClockOffset } from '#core/library/merge.ts'
import type { PendingRow } from './local-database.ts'

/**
 * Waiting changes with their stamps as they are right now that the server's clock is known better, and still in
 * the order in which they were made (rule ST6); one that was refused before is no newer than it was (rule RC4).
 */
export function changesToSend(outbox: readonly PendingRow[], clockOffset: number): Change[] {
  let last = 0
  return outbox.map(row => {
    const at = stampOf(row, clockOffset, last)
    if (isInOrder(row)) last = at
    return row.change.at === at ? row.change : { ...row.change, at }
  })
}

/** The newest stamp of waiting changes as they are sent, 0 when none waits. */
export function newestPendingStamp(outbox: readonly PendingRow[], clockOffset: number): Timestamp {
  let [last, newest] = [0, 0]
  for (const row of outbox) {
    const at = stampOf(row, clockOffset, last)
    if (isInOrder(row)) last = at
    newest = Math.max(newest, at)
  }
  return newest
}

/**
 * How many changes are gone from the front of an outbox, if nothing else of it has changed; null also where those that
 * still wait get other stamps without them, because a clock was set between the two.
 */
export function countRemovedFromFront(
  before: readonly PendingRow[],
  after: readonly PendingRow[],
  clockOffset: number,
): number | null {
  const gone = before.length - after.length
  if (gone < 0) return null
  // New places are always behind the last: where both ends and the number are the same, nothing between them differs.
  if (after.length > 0 && (after[0]?.id !== before[gone]?.id || after.at(-1)?.id !== before.at(-1)?.id))
    return null
  const last = newestPendingStamp(before.slice(0, gone).filter(isInOrder), clockOffset)
  const next = last === 0 ? undefined : after.find(isInOrder)
  return next === undefined || stampOf(next, clockOffset, 0) >= last ? gone : null
}

function stampOf({ change, offset, again }: PendingRow, clockOffset: number, last: Timestamp): Timestamp {
  // Imported: by the server's clock from the beginning, and no newer than it was (rule ME9).
  if (change.original === true) return change.at
  const at = adjustForClockOffset(change.at, offset, clockOffset)
  return again === true ? at : Math.max(last, at)
}

/** Does a change come after all those before it? */
const isInOrder = ({ change, again }: PendingRow) => change.original !== true && again !== true
