import { dayOfEntry } from '#core/history/history-entry.ts'
import type { Calendar, Day, Timestamp } from '#core/library/day.ts'
import type { Practice, PracticeEntryId } from '#core/library/piece.ts'
import type { LocalTable } from './local-database.ts'

/**
 * The calendar in the device's time zone. `dayOf` returns the day of a time, and `nextDay` returns the time at which
 * the next day begins.
 */
export type DeviceCalendar = { readonly dayOf: Calendar; readonly nextDay: (at: Timestamp) => Timestamp }

/** Number of days that are requested at once. One request after the other would take seconds for ten years. */
const DAYS_AT_ONCE = 250

/**
 * Reads all days on which the user has practiced, in no particular order (rule ST31). A day counts if at least one of
 * its practice entries is not retracted (undone by the user).
 *
 * @param known the entries in memory, which replace stored ones because they may be newer
 */
export async function readPracticeDays(
  practice: LocalTable<'practice', IDBTransactionMode>,
  known: ReadonlyMap<PracticeEntryId, Practice>,
  { dayOf, nextDay }: DeviceCalendar,
): Promise<Day[]> {
  const byTime = practice.index('at')
  const days = new Set<Day>()
  const isLiving = (entry: Practice) => (known.get(entry.id) ?? entry).retractedAt === null
  const add = (entry: Practice) => days.add(dayOfEntry(entry, dayOf))

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
