/**
 * As i18next's own format "number". A whole number up to 999 does not wait for Intl.NumberFormat, whose first use
 * takes 25 ms, on a phone 100 ms (decision 0067). Of the options the texts use only `style`.
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
 * For texts with `{{seconds, wait}}`: "in 12 minutes" (rule PB4). Rounds up, because a try too early is refused again.
 */
export function formatWaitTime(seconds: number, language: string | undefined): string {
  const minutes = Math.max(1, Math.ceil(seconds / 60))
  const format = new Intl.RelativeTimeFormat(language, { numeric: 'always' })
  return minutes < 100 ? format.format(minutes, 'minute') : format.format(Math.ceil(minutes / 60), 'hour')
}
