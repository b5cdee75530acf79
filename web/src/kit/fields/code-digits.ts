import { SIGN_IN_CODE_LENGTH } from '#core/protocol/sign-in.ts'

/** Returns at most six digits. A code that was copied from a mail may contain spaces and dashes. */
export const extractSignInCodeDigits = (typed: string): string =>
  typed.replaceAll(/\D/g, '').slice(0, SIGN_IN_CODE_LENGTH)
