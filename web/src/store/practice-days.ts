import type { Calendar, Day, Timestamp } from '#core/library/day.ts'
import type { Practice, PracticeId } from '#core/library/piece.ts'
import type { LocalTable } from './local-database.ts'

/** The calendar of the device: the day of a time, and when the next one begins. */
export type DeviceCalendar = { readonly dayOf: Calendar; readonly nextDay: (at: Timestamp) => Timestamp }

/**
 * Returns the days with practice, each once, in any order. It reads one entry of each day by the index of times, and
 * more of a day only where entries were retracted (rule ST31).
 *
 * @param known the entries in memory, which may be newer than those on the disk
 */
export async function practiceDaysIn(
  practice: LocalTable<'practice', IDBTransactionMode>,
  known: ReadonlyMap<PracticeId, Practice>,
  { dayOf, nextDay }: DeviceCalendar,
): Promise<Day[]> {
  const days = new Set<Day>()
  let cursor = await practice.index('at').openCursor()
  while (cursor !== null) {
    const { at, retractedAt } = known.get(cursor.value.id) ?? cursor.value
    const isLiving = retractedAt === null
    if (isLiving) days.add(dayOf(at))
    cursor = isLiving ? await cursor.continue(nextDay(at)) : await cursor.continue()
  }
  for (const { at, retractedAt } of known.values()) if (retractedAt === null) days.add(dayOf(at))
  return [...days]
}
