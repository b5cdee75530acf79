import { SIGN_IN_LINK_LIFETIME_SECONDS } from '#core/protocol/sign-in.ts'

/**
 * A sign-in link that this tab has requested by mail. It is stored for this tab, so that the field for the mail's code
 * reappears after a reload.
 */
export type SentSignInLink = {
  readonly email: string
  /** When the link was requested, in ms of the device's clock. */
  readonly at: number
  readonly wrongCodes: number
}

const KEY = 'sent-link'

/** Creates the record of a requested sign-in link, with the current time and no wrong codes. */
export const createSentSignInLink = (email: string): SentSignInLink => ({
  email,
  at: Date.now(),
  wrongCodes: 0,
})

/** Returns the sign-in link that this tab has requested. Returns null if there is none or it has expired. */
export function loadSentSignInLink(): SentSignInLink | null {
  try {
    const sent = parseSentLink(JSON.parse(sessionStorage.getItem(KEY) ?? 'null'))
    return sent !== null && Date.now() - sent.at < SIGN_IN_LINK_LIFETIME_SECONDS * 1000 ? sent : null
  } catch {
    return null
  }
}

/** Stores the sign-in link that this tab has requested. Deletes it if `sent` is null. */
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
