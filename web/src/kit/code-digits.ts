import { CODE_LENGTH } from '#core/sign-in.ts'

/** The digits of what was typed or pasted, at most six: mail programs put spaces and dashes between them. */
export const codeDigits = (typed: string): string => typed.replaceAll(/\D/g, '').slice(0, CODE_LENGTH)
