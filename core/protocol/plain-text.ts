import * as z from 'zod/mini'

/**
 * Replaces lone surrogates with U+FFFD and removes control characters except tabs and line breaks (rule HT2).
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

/** Maximum length of feedback in Unicode code points (D11, rule FB1). */
export const MAX_FEEDBACK_LENGTH = 4000

/**
 * The normalized feedback text, or the reason why it is invalid. `over` is the number of code points above the limit.
 */
export type FeedbackValidation =
  | { readonly kind: 'words'; readonly text: string }
  | { readonly kind: 'empty' }
  | { readonly kind: 'too-long'; readonly over: number }

/**
 * Normalizes a feedback text and validates its length. The dialog and the server both call this, so that they accept
 * the same texts (rule FB1).
 */
export function validateFeedback(written: string): FeedbackValidation {
  const text = normalizeFeedback(written)
  if (!VISIBLE.test(text)) return { kind: 'empty' }
  const over = codePointCount(text) - MAX_FEEDBACK_LENGTH
  return over > 0 ? { kind: 'too-long', over } : { kind: 'words', text }
}

/** Cleans a text with `toPlainText` and trims it. */
const normalizeFeedback = (written: string): string => toPlainText(written).trim()

// Text needs at least one letter, digit, punctuation mark or symbol.
const VISIBLE = /[\p{L}\p{N}\p{P}\p{S}]/u

/** Schema of the text of feedback, which it normalizes. */
export const feedbackTextSchema = z.string().check(
  // A character has at most two UTF-16 units. Twice that leaves room for surrounding spaces.
  z.maxLength(4 * MAX_FEEDBACK_LENGTH, { abort: true }),
  z.overwrite(normalizeFeedback),
  z.refine(text => validateFeedback(text).kind !== 'empty', { params: { code: 'too-small' } }),
  z.refine(text => validateFeedback(text).kind !== 'too-long', { params: { code: 'too-big' } }),
  // JSON Schema counts code points, as we do; zod's length counts UTF-16 units.
  z.meta({ minLength: 1, maxLength: MAX_FEEDBACK_LENGTH }),
)
