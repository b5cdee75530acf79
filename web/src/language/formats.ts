/** Whole numbers up to 999 avoid Intl.NumberFormat, whose first use takes 25 to 100 ms. */
export function formatNumberInLanguage(
  value: number,
  language: string | undefined,
  { style, maximumFractionDigits }: Intl.NumberFormatOptions,
): string {
  if (style === undefined && /^\d{1,3}$/.test(`${value}`)) return `${value}`
  const key = `${language} ${style} ${maximumFractionDigits}`
  const format = numberFormats.get(key) ?? new Intl.NumberFormat(language, { style, maximumFractionDigits })
  numberFormats.set(key, format)
  return format.format(value)
}

// A new one for each number would take a third of the time of a list's texts.
const numberFormats = new Map<string, Intl.NumberFormat>()

/** Returns a text such as "in 12 minutes". Rounds up, so that nobody tries again too early (PB4). */
export function formatRelativeWaitTime(seconds: number, language: string | undefined): string {
  const minutes = Math.max(1, Math.ceil(seconds / 60))
  const format = new Intl.RelativeTimeFormat(language, { numeric: 'always' })
  const wait =
    minutes < 100 ? format.format(minutes, 'minute') : format.format(Math.ceil(minutes / 60), 'hour')
  return wait.replaceAll(' ', '\u00A0')
}
