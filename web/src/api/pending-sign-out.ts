const KEY = 'dacapo.signing-out'

/** Was signed out here without the server having heard it? Its cookie, which no script can delete, still opens the account. */
export function isSigningOut(): boolean {
  try {
    return localStorage.getItem(KEY) !== null
  } catch {
    return false
  }
}

/** From now on nothing but the sign-out is sent, by any tab (D15). False where this browser keeps nothing. */
export function markSigningOut(): boolean {
  try {
    localStorage.setItem(KEY, '')
    return true
  } catch {
    return false
  }
}

/** The server has heard it. */
export const clearSigningOut = (): void => localStorage.removeItem(KEY)
