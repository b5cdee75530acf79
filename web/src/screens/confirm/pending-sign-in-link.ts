/**
 * The sign-in link that opened this page, while it is being redeemed. Its email address is null if this browser does
 * not know the address.
 */
export type PendingSignInLink = { readonly token: string; readonly email: string | null }

/**
 * Returns the sign-in link that opened this page, or null if there is none. Reads the link from the URL. After a
 * reload, Back or Forward, reads it from the history entry, because the token has been removed from the URL.
 */
export function readPendingSignInLink(): PendingSignInLink | null {
  const token = new URLSearchParams(window.location.search).get('token')
  return token === null || token === ''
    ? parsePendingLink(historyState()['signInLink'])
    : { token, email: null }
}

/**
 * Stores the sign-in link in the history entry and removes its token from the address bar. Otherwise a screenshot or
 * the browser's history could reveal the token.
 */
export function storePendingSignInLink(link: PendingSignInLink): void {
  window.history.replaceState({ ...historyState(), signInLink: link }, '', '/confirm')
}

const historyState = () => (window.history.state ?? {}) as Record<string, unknown>

function parsePendingLink(input: unknown): PendingSignInLink | null {
  if (typeof input !== 'object' || input === null) return null
  const { token, email } = input as Partial<Record<keyof PendingSignInLink, unknown>>
  if (typeof token !== 'string') return null
  return { token, email: typeof email === 'string' ? email : null }
}
