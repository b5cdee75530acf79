import { compareEntriesByTime, type HistoryEntry } from './history-entry.ts'

/** How many of the latest first tries are counted. Fewer say nothing (rule FT2). */
export const COUNTED_FIRST_TRIES = 5

/**
 * Returns how many of the last five first tries of a day were clean, 0 to 5; null before there are five (rule FT2).
 * Retracted entries do not count.
 *
 * @param entries the entries of one part, in any order
 */
export function cleanFirstTries(entries: readonly HistoryEntry[]): number | null {
  const answers = entries
    .filter(({ retractedAt, firstTryClean }) => retractedAt === null && firstTryClean !== null)
    .toSorted(compareEntriesByTime)
    .slice(-COUNTED_FIRST_TRIES)
  if (answers.length < COUNTED_FIRST_TRIES) return null
  return answers.filter(({ firstTryClean }) => firstTryClean).length
}
