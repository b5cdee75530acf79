const KEY = 'dacapo.signing-out'

/**
 * Returns whether the user signed out here but the server has not confirmed it. Its HttpOnly cookie still opens the
 * account.
 */
export function isSignOutPending(): boolean {
  try {
    return localStorage.getItem(KEY) !== null
  } catch {
    return false
  }
}

/**
 * Marks the sign-out as pending: no tab sends any other request (D15). Returns false if the browser cannot store it.
 */
export function markSignOutPending(): boolean {
  try {
    localStorage.setItem(KEY, '')
    return true
  } catch {
    return false
  }
}

/** Clears the mark, because the server has confirmed the sign-out. */
export const clearPendingSignOut = (): void => localStorage.removeItem(KEY)
