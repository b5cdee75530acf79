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
