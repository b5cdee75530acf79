/**
 * Counts the Unicode code points of a text, as PostgreSQL's char_length does. Creates no array of characters, because a
 * long text would make that array large.
 */
export function codePointCount(text: string): number {
  let length = 0
  for (const _ of text) length += 1
  return length
}
