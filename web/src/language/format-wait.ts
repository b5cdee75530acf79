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
