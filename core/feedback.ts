/** The most characters a musician may write at once, counted as Unicode code points (D11, rule FB4). */
export const LONGEST_FEEDBACK = 4000

/** What was written, tidied and judged; `over` is how many characters it has too many. */
export type JudgedFeedback =
  | { readonly kind: 'words'; readonly text: string }
  | { readonly kind: 'empty' }
  | { readonly kind: 'too-long'; readonly over: number }

/** Judges what a musician wrote; the dialog and the server ask this same function (rule FB4). */
export function judgeFeedback(written: string): JudgedFeedback {
  const text = tidyFeedback(written)
  if (!VISIBLE.test(text)) return { kind: 'empty' }
  const over = lengthOf(text) - LONGEST_FEEDBACK
  return over > 0 ? { kind: 'too-long', over } : { kind: 'words', text }
}

/** The words as they are kept: whole characters, no control characters but tabs and line breaks, no blanks around. */
export const tidyFeedback = (written: string): string =>
  written
    .toWellFormed()
    .replaceAll(/(?![\t\n])\p{Cc}/gu, '')
    .trim()

/** Characters as a person counts them best without a dictionary: an emoji of one code point is one. */
export function lengthOf(text: string): number {
  let length = 0
  for (const _ of text) length += 1
  return length
}

// A letter, a digit, a sign: signs that nobody can see are no words.
const VISIBLE = /[\p{L}\p{N}\p{P}\p{S}]/u
