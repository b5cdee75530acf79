import type { Weekday } from '#core/history/practice-weeks.ts'

const MONDAY: Weekday = 1

/**
 * Returns the first day of the week in the user's region. The region is taken from the first browser language that
 * names a region, such as "en-GB". Returns Monday if the region is unknown (rule HS1).
 */
export function firstDayOfWeek(languages: readonly string[]): Weekday {
  const place = languages.map(localeOf).find(locale => locale?.region !== undefined)
  return (place?.getWeekInfo?.().firstDay ?? MONDAY) as Weekday
}

/** Browsers may name the language of a system as no locale is called: "C", "en-US@posix". */
function localeOf(language: string): LocaleWithWeek | null {
  try {
    return new Intl.Locale(language)
  } catch {
    return null
  }
}

/** Not in Firefox, and not in TypeScript's library. */
type LocaleWithWeek = Intl.Locale & { readonly getWeekInfo?: () => { readonly firstDay: number } }
