import { SIGN_IN_LINK_LIFETIME_SECONDS } from '#core/protocol/sign-in.ts'

/** A requested sign-in link, stored per tab, so that a reload still shows the code field. */
export type SentLink = {
  readonly email: string
  /** When it was requested, in ms of the device's clock. */
  readonly at: number
  readonly wrongCodes: number
}

const KEY = 'sent-link'

/** Returns a link that was requested just now. */
export const newSentLink = (email: string): SentLink => ({ email, at: Date.now(), wrongCodes: 0 })

/** Returns the link this tab waits for, or null if there is none or it has expired. */
export function loadSentLink(): SentLink | null {
  try {
    const sent = parseSentLink(JSON.parse(sessionStorage.getItem(KEY) ?? 'null'))
    return sent !== null && Date.now() - sent.at < SIGN_IN_LINK_LIFETIME_SECONDS * 1000 ? sent : null
  } catch {
    return null
  }
}

/** Stores the link this tab waits for; null deletes it. */
export function saveSentLink(sent: SentLink | null): void {
  try {
    if (sent === null) sessionStorage.removeItem(KEY)
    else sessionStorage.setItem(KEY, JSON.stringify(sent))
  } catch {
    // Storage is blocked: a reload asks for the address again.
  }
}

function parseSentLink(input: unknown): SentLink | null {
  if (typeof input !== 'object' || input === null) return null
  const { email, at, wrongCodes } = input as Partial<Record<keyof SentLink, unknown>>
  if (typeof email !== 'string' || typeof at !== 'number' || typeof wrongCodes !== 'number') return null
  return { email, at, wrongCodes }
}
