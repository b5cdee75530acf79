const KEY = 'dacapo.signing-out'

/**
 * Returns true if the user has signed out in this browser but the server has not confirmed the sign-out yet. Until then
 * the session cookie remains valid.
 */
export function isSignOutPending(): boolean {
  try {
    return localStorage.getItem(KEY) !== null
  } catch {
    return false
  }
}

/**
 * Stores that a sign-out is pending, so that no tab sends any other request before the server has confirmed the
 * sign-out (D15). Returns false if the browser cannot store this.
 */
export function markSignOutPending(): boolean {
  try {
    localStorage.setItem(KEY, '')
    return true
  } catch {
    return false
  }
}

/** Deletes the mark that a sign-out is pending. Called after the server has confirmed the sign-out. */
export const clearPendingSignOut = (): void => localStorage.removeItem(KEY)
