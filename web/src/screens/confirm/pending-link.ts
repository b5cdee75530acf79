/** A sign-in link that is being confirmed, and the email address it was sent to, or null if unknown. */
export type PendingLink = { readonly token: string; readonly email: string | null }

/**
 * Returns the sign-in link that opened this page; null if there is none. Reads it from the address or, after a reload,
 * Back or Forward, from the state of the history entry.
 */
export function readPendingLink(): PendingLink | null {
  const token = new URLSearchParams(window.location.search).get('token')
  return token === null || token === ''
    ? parsePendingLink(historyState()['signInLink'])
    : { token, email: null }
}

/**
 * Stores the link in the state of the history entry and removes its token from the address bar, where a screenshot or
 * the browser's history would reveal it.
 */
export function storePendingLink(link: PendingLink): void {
  window.history.replaceState({ ...historyState(), signInLink: link }, '', '/confirm')
}

const historyState = () => (window.history.state ?? {}) as Record<string, unknown>

function parsePendingLink(input: unknown): PendingLink | null {
  if (typeof input !== 'object' || input === null) return null
  const { token, email } = input as Partial<Record<keyof PendingLink, unknown>>
  if (typeof token !== 'string') return null
  return { token, email: typeof email === 'string' ? email : null }
}
