const KEY = 'dacapo.user'

/**
 * The id of the user whose library this device opens at once, before the server has been asked; or null. It points
 * to the user's own database, where everything else about them is kept (D21).
 */
export function lastUser(): string | null {
  try {
    return localStorage.getItem(KEY)
  } catch {
    // Storage may be forbidden; then every start asks the server.
    return null
  }
}

/** Keeps whose library to open at the next start; null after a sign-out. */
export function setLastUser(id: string | null): void {
  try {
    if (id === null) localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, id)
  } catch {
    // As above.
  }
}
