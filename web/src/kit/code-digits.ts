import { SIGN_IN_CODE_LENGTH } from '#core/protocol/sign-in.ts'

/**
 * Returns the first six digits of the input. Other characters are removed, because mail programs insert spaces and
 * dashes.
 */
export const extractCodeDigits = (typed: string): string =>
  typed.replaceAll(/\D/g, '').slice(0, SIGN_IN_CODE_LENGTH)
