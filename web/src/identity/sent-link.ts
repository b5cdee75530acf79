import { SIGN_IN_CODE_LIFETIME_SECONDS } from '#core/protocol/sign-in.ts'

/**
 * The sign-in mail that was requested last in this browser. It is stored until the user signs in or wants to use
 * another address: its link then signs in without the address being typed (spec 4), and as long as its code is valid,
 * the app opens at the input field for the code, because phones end apps that are left for the mail (rule SG3).
 */
export type SentSignInLink = {
  readonly email: string
  /** When the link was requested, in ms of the device's clock. */
  readonly at: number
  /** Number of wrong codes that the user has entered for this mail. */
  readonly wrongCodes: number
}

const KEY = 'dacapo.sent-link'

/** Returns the email address to which the last sign-in mail was sent. Returns null if none is stored. */
export const rememberedEmail = (): string | null => load()?.email ?? null

/** Returns the last sign-in mail that was requested. Returns null if there is none or its code has expired. */
export function loadSentSignInLink(): SentSignInLink | null {
  const sent = load()
  return sent === null || isCodeExpired(sent) ? null : sent
}

/** Returns true if the code of a sign-in mail is no longer valid. A clock that was set back tells nothing about it. */
export const isCodeExpired = ({ at }: SentSignInLink): boolean =>
  Math.abs(Date.now() - at) >= SIGN_IN_CODE_LIFETIME_SECONDS * 1000

/** Stores the last sign-in mail that was requested. */
export function saveSentSignInLink(sent: SentSignInLink): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(sent))
  } catch {
    // Storage may be blocked: then a reload asks for the address again.
  }
}

/** Deletes the stored sign-in mail, because the user has signed in or wants to use another address. */
export function forgetSentSignInLink(): void {
  try {
    localStorage.removeItem(KEY)
  } catch {
    // See above.
  }
}

function load(): SentSignInLink | null {
  try {
    return parse(JSON.parse(localStorage.getItem(KEY) ?? 'null'))
  } catch {
    return null
  }
}

function parse(input: unknown): SentSignInLink | null {
  if (typeof input !== 'object' || input === null) return null
  const { email, at, wrongCodes } = input as Partial<Record<keyof SentSignInLink, unknown>>
  if (typeof email !== 'string' || typeof at !== 'number' || typeof wrongCodes !== 'number') return null
  return { email, at, wrongCodes }
}
