import * as z from 'zod/mini'

/**
 * Replaces lone surrogates with U+FFFD and removes control characters except tabs and line breaks (rule HT19).
 * PostgreSQL can store neither lone surrogates nor NUL.
 */
export const toPlainText = (text: string): string => text.toWellFormed().replaceAll(/(?![\t\n])\p{Cc}/gu, '')

/**
 * Returns a Zod schema that cleans a text with `toPlainText` and then accepts at most `most` UTF-16 units. Rejects a
 * text of more than four times that length without cleaning it (rule HT44).
 */
export const plainTextSchema = (most: number) =>
  z.string().check(z.maxLength(4 * most, { abort: true }), z.overwrite(toPlainText), z.maxLength(most))

/**
 * Counts the Unicode code points of a text, as PostgreSQL's char_length does. Creates no array of characters, because a
 * long text would make that array large.
 */
export function codePointCount(text: string): number {
  let length = 0
  for (const _ of text) length += 1
  return length
}
