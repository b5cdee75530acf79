import { SIGN_IN_CODE_LENGTH } from '#core/protocol/sign-in.ts'

/**
 * Returns the first six digits of a pasted or typed sign-in code. Removes all other characters, because mail programs
 * insert spaces and dashes.
 */
export const extractCodeDigits = (typed: string): string =>
  typed.replaceAll(/\D/g, '').slice(0, SIGN_IN_CODE_LENGTH)
