export const CODE_LENGTH = 6

/** The digits of what was typed or pasted, at most six: mail programs put spaces and dashes between them. */
export const codeDigits = (typed: string): string => typed.replaceAll(/\D/g, '').slice(0, CODE_LENGTH)
