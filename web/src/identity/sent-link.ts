import { LINK_SECONDS } from '#core/sign-in.ts'

/** A link that is on its way: kept for the tab, so that a reload does not lose the place for the code. */
export type SentLink = {
  readonly email: string
  /** When it was asked for, in milliseconds of the device's clock. */
  readonly at: number
  readonly wrongCodes: number
}

const KEY = 'sent-link'

/** The link this tab waits for, or null when there is none or the server would take it no more. */
export function loadSentLink(): SentLink | null {
  try {
    const sent = parseSentLink(JSON.parse(sessionStorage.getItem(KEY) ?? 'null'))
    return sent !== null && Date.now() - sent.at < LINK_SECONDS * 1000 ? sent : null
  } catch {
    return null
  }
}

/** Keeps the link this tab waits for; null forgets it. */
export function saveSentLink(sent: SentLink | null): void {
  try {
    if (sent === null) sessionStorage.removeItem(KEY)
    else sessionStorage.setItem(KEY, JSON.stringify(sent))
  } catch {
    // Storage is blocked: then only a reload asks for the address again.
  }
}

function parseSentLink(input: unknown): SentLink | null {
  if (typeof input !== 'object' || input === null) return null
  const { email, at, wrongCodes } = input as Partial<Record<keyof SentLink, unknown>>
  if (typeof email !== 'string' || typeof at !== 'number' || typeof wrongCodes !== 'number') return null
  return { email, at, wrongCodes }
}
