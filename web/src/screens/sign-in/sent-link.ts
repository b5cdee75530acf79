/** A link that is on its way: kept for the tab, so that a reload does not lose the place for the code. */
export type SentLink = { readonly email: string; readonly wrongCodes: number }

const KEY = 'sent-link'
export const CODE_TRIES = 5

export function loadSentLink(): SentLink | null {
  try {
    return parseSentLink(JSON.parse(sessionStorage.getItem(KEY) ?? 'null'))
  } catch {
    return null
  }
}

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
  const { email, wrongCodes } = input as Partial<Record<keyof SentLink, unknown>>
  return typeof email === 'string' && typeof wrongCodes === 'number' ? { email, wrongCodes } : null
}
