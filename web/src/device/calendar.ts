import { dayAtUtcOffset as dayAtOffset, type Day, type Timestamp } from '#core/library/day.ts'
import type { IsoWeekday } from '#core/history/practice-weeks.ts'

export const localDay = (at: Timestamp): Day => dayAtOffset(at, -new Date(at).getTimezoneOffset())

export function msUntilMidnight(at: Timestamp): number {
  const next = new Date(at)
  // Uses local time, so that days of 23 and 25 hours are correct.
  next.setHours(24, 0, 0, 0)
  return Math.max(1, next.getTime() - at)
}

const MONDAY: IsoWeekday = 1

/** Uses the first language with a region, like "en-GB". Monday if there is none or no `getWeekInfo` (HS1). */
export function firstWeekdayForLanguages(languages: readonly string[]): IsoWeekday {
  const place = languages.map(localeOf).find(locale => locale?.region !== undefined)
  return (place?.getWeekInfo?.().firstDay ?? MONDAY) as IsoWeekday
}

/** Some systems report languages that are not valid locales, such as "C" and "en-US@posix". */
function localeOf(language: string): LocaleWithWeek | null {
  try {
    return new Intl.Locale(language)
  } catch {
    return null
  }
}

type LocaleWithWeek = Intl.Locale & { readonly getWeekInfo?: () => { readonly firstDay: number } }
