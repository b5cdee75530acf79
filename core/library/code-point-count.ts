/**
 * Counts the Unicode code points of a text, as PostgreSQL's char_length does. Allocates no array, because the text may
 * be long.
 */
export function codePointCount(text: string): number {
  let length = 0
  for (const _ of text) length += 1
  return length
}
