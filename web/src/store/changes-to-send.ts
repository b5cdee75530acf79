import type { Change } from '#core/library/change.ts'
import type { Timestamp } from '#core/library/day.ts'
import { adjustForClockOffset } from '#core/library/merge.ts'
import type { PendingRow } from './local-database.ts'

/**
 * Returns the pending changes as they are sent: in the order of the outbox, with their edit times corrected to the
 * server's clock. If a change has an earlier edit time than the change before it, it gets the edit time of that change
 * (rule ST6). Imported changes and retried rejected changes are exempt, so that they do not appear newer than they are
 * (rule RC4).
 *
 * @param clockOffset the server's clock minus this device's clock, in milliseconds
 */
export function changesToSend(outbox: readonly PendingRow[], clockOffset: number): Change[] {
  let last = 0
  return outbox.map(row => {
    const at = stampOf(row, clockOffset, last)
    if (isInOrder(row)) last = at
    return row.change.at === at ? row.change : { ...row.change, at }
  })
}

/**
 * Returns the newest edit time among the pending changes, corrected to the server's clock. Returns 0 if there are none.
 */
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
 * Compares two states of an outbox (the changes to send) and returns the number of changes that were removed from its
 * front. Returns null if the outbox differs in any other way. Also returns null if the edit time of a remaining change
 * was raised to that of a removed change, which happens after a clock was set back.
 */
export function countRemovedFromFront(
  before: readonly PendingRow[],
  after: readonly PendingRow[],
  clockOffset: number,
): number | null {
  const gone = before.length - after.length
  if (gone < 0) return null
  // New rows are only ever added at the end, so if both ends and the number match, nothing between them differs.
  if (after.length > 0 && (after[0]?.id !== before[gone]?.id || after.at(-1)?.id !== before.at(-1)?.id))
    return null
  const last = newestPendingStamp(before.slice(0, gone).filter(isInOrder), clockOffset)
  const next = last === 0 ? undefined : after.find(isInOrder)
  return next === undefined || stampOf(next, clockOffset, 0) >= last ? gone : null
}

function stampOf({ change, offset, again }: PendingRow, clockOffset: number, last: Timestamp): Timestamp {
  // Imported changes have stamps of the server's clock and keep their age (rule ME9).
  if (change.original === true) return change.at
  const at = adjustForClockOffset(change.at, offset, clockOffset)
  return again === true ? at : Math.max(last, at)
}

/** Returns true if a change must come after all changes before it. */
const isInOrder = ({ change, again }: PendingRow) => change.original !== true && again !== true
