import { codePointCount } from '#core/library/code-point-count.ts'

/** Maximum length of feedback in Unicode code points (D11, rule FB4). */
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
 * the same texts (rule FB4).
 */
export function validateFeedback(written: string): FeedbackValidation {
  const text = normalizeFeedback(written)
  if (!VISIBLE.test(text)) return { kind: 'empty' }
  const over = codePointCount(text) - MAX_FEEDBACK_LENGTH
  return over > 0 ? { kind: 'too-long', over } : { kind: 'words', text }
}

/** Trims a text, replaces lone surrogates and removes control characters except tabs and line breaks. */
export const normalizeFeedback = (written: string): string =>
  written
    .toWellFormed()
    .replaceAll(/(?![\t\n])\p{Cc}/gu, '')
    .trim()

// Text needs at least one letter, digit, punctuation mark or symbol.
const VISIBLE = /[\p{L}\p{N}\p{P}\p{S}]/u
