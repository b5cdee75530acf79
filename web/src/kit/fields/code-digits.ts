import { SIGN_IN_CODE_LENGTH } from '#core/protocol/sign-in.ts'

/** The first six digits; mail programs insert spaces and dashes. */
export const extractSignInCodeDigits = (typed: string): string =>
  typed.replaceAll(/\D/g, '').slice(0, SIGN_IN_CODE_LENGTH)
