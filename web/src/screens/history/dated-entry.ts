import type { DatedEntry } from '#core/history/practice-weeks.ts'
import type { Practice } from '#core/library/piece.ts'

/** Returns the time that was counted for an entry, in seconds; null if none was. */
export const secondsOf = (_entry: Practice): number | null => null

/** Returns an entry as the weeks count it. */
export const datedEntry = (entry: Practice): DatedEntry => ({
  ...entry,
  day: null,
  seconds: secondsOf(entry),
})
