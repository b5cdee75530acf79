import { compareEntriesByTime, type HistoryEntry } from './history-entry.ts'

/**
 * Number of first tries of a part, the most recent ones, of which the app counts the clean ones. A first try is the
 * first attempt at the part on a day. If there are fewer first tries, there is no count, because it would say little
 * (rule FT2).
 */
export const FIRST_TRY_SAMPLE_SIZE = 5

/**
 * Returns how many of a part's last five first tries were clean, 0 to 5, or null if there are fewer than five. A first
 * try is the first attempt at the part on a day. Ignores retracted entries and entries of run-throughs, in which the
 * whole piece is played once (rule FT2).
 *
 * @param entries the entries of one part, in any order
 */
export function countCleanFirstTries(entries: readonly HistoryEntry[]): number | null {
  const answers = entries
    .filter(
      ({ retractedAt, firstTryClean, runThroughId }) =>
        retractedAt === null && firstTryClean !== null && runThroughId === null,
    )
    .toSorted(compareEntriesByTime)
    .slice(-FIRST_TRY_SAMPLE_SIZE)
  if (answers.length < FIRST_TRY_SAMPLE_SIZE) return null
  return answers.filter(({ firstTryClean }) => firstTryClean).length
}
