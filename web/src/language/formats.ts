/**
 * Formats a number for a text of the interface, as i18next's own format "number" does. A whole number from 0 to
 * 999 has the same digits in every language of the interface, and does not wait for Intl.NumberFormat, whose first use
 * takes 25 ms, on a phone 100 ms (decision 0067).
 *
 * @param language BCP 47 code
 * @param options those of Intl.NumberFormat; only `style` is used in the texts
 */
export const formatNumber = (
  value: number,
  language: string | undefined,
  { style }: Intl.NumberFormatOptions,
): string =>
  style === undefined && /^\d{1,3}$/.test(`${value}`)
    ? `${value}`
    : new Intl.NumberFormat(language, { style }).format(value)

/**
 * Formats how long a server refuses requests, for texts with `{{seconds, wait}}`, such as "in 12 minutes" (rule PB4).
 * Rounds up, because a try that comes too early is refused again.
 *
 * @param seconds at least one; from `waitSecondsOf`
 * @param language BCP 47 code
 */
export function formatWait(seconds: number, language: string | undefined): string {
  const minutes = Math.max(1, Math.ceil(seconds / 60))
  const format = new Intl.RelativeTimeFormat(language, { numeric: 'always' })
  return minutes < 100 ? format.format(minutes, 'minute') : format.format(Math.ceil(minutes / 60), 'hour')
}
