import { SIGN_IN_CODE_LENGTH } from '#core/protocol/sign-in.ts'

/** Returns the first six digits, because a code copied from a mail may contain spaces and dashes. */
export const extractSignInCodeDigits = (typed: string): string =>
  typed.replaceAll(/\D/g, '').slice(0, SIGN_IN_CODE_LENGTH)
