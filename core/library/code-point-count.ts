/** Counts the code points of a text, as PostgreSQL's char_length does, without creating an array. */
export function codePointCount(text: string): number {
  let length = 0
  for (const _ of text) length += 1
  return length
}
