import * as z from 'zod/mini'

export const removeControlCharacters = (text: string): string =>
  text.toWellFormed().replaceAll(/(?![\t\n])\p{Cc}/gu, '')

/** The limit is in code points. A rough check runs first, to spare work on huge texts (rule HT44). */
export const plainTextSchema = (most: number) =>
  z
    .string()
    .check(z.maxLength(4 * most, { abort: true }), z.overwrite(removeControlCharacters), z.maxLength(most))

/** Counts like PostgreSQL's char_length. Creates no array, which would be large for a long text. */
export function codePointCount(text: string): number {
  let length = 0
  for (const _ of text) length += 1
  return length
}

/** In Unicode code points (D11, rule FB1). */
export const MAX_FEEDBACK_LENGTH = 4000

/** `over` is the number of code points by which the text exceeds the limit. */
export type FeedbackValidationResult =
  | { readonly kind: 'words'; readonly text: string }
  | { readonly kind: 'empty' }
  | { readonly kind: 'too-long'; readonly over: number }

export function parseFeedbackText(written: string): FeedbackValidationResult {
  const text = normalizeFeedback(written)
  if (!VISIBLE.test(text)) return { kind: 'empty' }
  const over = codePointCount(text) - MAX_FEEDBACK_LENGTH
  return over > 0 ? { kind: 'too-long', over } : { kind: 'words', text }
}

const normalizeFeedback = (written: string): string => removeControlCharacters(written).trim()

// Text needs at least one letter, digit, punctuation mark or symbol.
const VISIBLE = /[\p{L}\p{N}\p{P}\p{S}]/u

export const feedbackTextSchema = z.string().check(
  // In code points, with room for surrounding spaces.
  z.maxLength(4 * MAX_FEEDBACK_LENGTH, { abort: true }),
  z.overwrite(normalizeFeedback),
  z.refine(text => parseFeedbackText(text).kind !== 'empty', { params: { code: 'too-small' } }),
  z.refine(text => parseFeedbackText(text).kind !== 'too-long', { params: { code: 'too-big' } }),
  // For JSON Schema, which sees no refinements; it counts code points, as we do.
  z.meta({ minLength: 1, maxLength: MAX_FEEDBACK_LENGTH }),
)
