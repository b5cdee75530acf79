import { dayOfEntry } from '#core/history/history-entry.ts'
import type { Calendar, Day, Timestamp } from '#core/library/day.ts'
import { completeEntry, type OlderPractice } from '#core/library/older-rows.ts'
import type { Practice, PracticeId } from '#core/library/piece.ts'
import type { LocalTable } from './local-database.ts'

/** The calendar of the device: the day of a time, and when the next one begins. */
export type DeviceCalendar = { readonly dayOf: Calendar; readonly nextDay: (at: Timestamp) => Timestamp }

/** So many days are asked for at once: one request after the other would take seconds for ten years. */
const DAYS_AT_ONCE = 250

/**
 * Returns the days with practice, each once, in any order. It reads the first entry of each day by the index of times,
 * and all of a day only where that one was retracted (rule ST31).
 *
 * @param known the entries in memory, which may be newer than those on the disk
 */
export async function practiceDaysIn(
  practice: LocalTable<'practice', IDBTransactionMode>,
  known: ReadonlyMap<PracticeId, Practice>,
  { dayOf, nextDay }: DeviceCalendar,
): Promise<Day[]> {
  const byTime = practice.index('at')
  const days = new Set<Day>()
  const isLiving = (entry: OlderPractice) => (known.get(entry.id) ?? entry).retractedAt === null
  const add = (entry: OlderPractice) => days.add(dayOfEntry(completeEntry(entry), dayOf))

  async function readDay(day: IDBKeyRange): Promise<void> {
    const first = await byTime.get(day)
    if (first === undefined) return
    const living = isLiving(first) ? first : (await byTime.getAll(day)).find(isLiving)
    if (living !== undefined) add(living)
  }

  let next = await byTime.get(IDBKeyRange.lowerBound(0))
  while (next !== undefined) {
    let from = next.at
    const ranges = Array.from({ length: DAYS_AT_ONCE }, () => {
      const range = IDBKeyRange.bound(from, nextDay(from), false, true)
      from = range.upper
      return range
    })
    await Promise.all(ranges.map(readDay))
    // Skips the time without practice.
    next = await byTime.get(IDBKeyRange.lowerBound(from))
  }
  for (const entry of known.values()) if (entry.retractedAt === null) add(entry)
  return [...days]
}
