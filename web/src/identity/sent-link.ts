import { SIGN_IN_LINK_LIFETIME_SECONDS } from '#core/protocol/sign-in.ts'

/**
 * A sign-in link that was requested by mail in this tab. It is stored in the tab, so that the input field for the code
 * from the mail reappears after a reload.
 */
export type SentSignInLink = {
  readonly email: string
  /** When the link was requested, in ms of the device's clock. */
  readonly at: number
  /** Number of wrong codes that the user has entered for this mail. */
  readonly wrongCodes: number
}

const KEY = 'sent-link'

/** Creates the record of a sign-in link that is requested now, for which no wrong code was entered yet. */
export const createSentSignInLink = (email: string): SentSignInLink => ({
  email,
  at: Date.now(),
  wrongCodes: 0,
})

/** Returns the sign-in link that was requested in this tab. Returns null if there is none or it has expired. */
export function loadSentSignInLink(): SentSignInLink | null {
  try {
    const sent = parseSentLink(JSON.parse(sessionStorage.getItem(KEY) ?? 'null'))
    return sent !== null && Date.now() - sent.at < SIGN_IN_LINK_LIFETIME_SECONDS * 1000 ? sent : null
  } catch {
    return null
  }
}

/** Stores the sign-in link that was requested in this tab. Deletes the stored one if `sent` is null. */
export function saveSentSignInLink(sent: SentSignInLink | null): void {
  try {
    if (sent === null) sessionStorage.removeItem(KEY)
    else sessionStorage.setItem(KEY, JSON.stringify(sent))
  } catch {
    // Storage is blocked: a reload asks for the address again.
  }
}

function parseSentLink(input: unknown): SentSignInLink | null {
  if (typeof input !== 'object' || input === null) return null
  const { email, at, wrongCodes } = input as Partial<Record<keyof SentSignInLink, unknown>>
  if (typeof email !== 'string' || typeof at !== 'number' || typeof wrongCodes !== 'number') return null
  return { email, at, wrongCodes }
}
