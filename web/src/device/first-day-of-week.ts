import type { Weekday } from '#core/history/practice-weeks.ts'

const MONDAY: Weekday = 1

/**
 * Returns the day that weeks begin with where the musician lives: that of the first of the browser's languages that
 * names a region, as "en-GB" does. Monday where none does, because "en" alone says nothing, and in browsers that do not
 * know (rule HI4).
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
