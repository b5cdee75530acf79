/** A sign-in link being confirmed, and its address, or null if unknown. */
export type PendingLink = { readonly token: string; readonly email: string | null }

/**
 * Returns the link that opened this page, or null: from the address, or after a reload, Back or Forward from the
 * history entry's state.
 */
export function pendingLink(): PendingLink | null {
  const token = new URLSearchParams(window.location.search).get('token')
  return token === null || token === ''
    ? parsePendingLink(historyState()['signInLink'])
    : { token, email: null }
}

/**
 * Moves the token from the address bar, where a screenshot or the browser's history would show it, into the state of
 * the history entry. The entry is replaced after the sign-in.
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
