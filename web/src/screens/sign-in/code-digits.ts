export const CODE_LENGTH = 6
/** So many wrong ones end a code (D7); the link of the same mail still works then. */
export const CODE_TRIES = 5

/** The digits of what was typed or pasted, at most six: mail programs put spaces and dashes between them. */
export const codeDigits = (typed: string): string => typed.replaceAll(/\D/g, '').slice(0, CODE_LENGTH)
