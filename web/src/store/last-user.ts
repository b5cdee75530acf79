const KEY = 'dacapo.user'

/** Whether this browser lets the page store the id. Only then a missing id means that nobody is signed in. */
let isRemembering = false

/**
 * Returns the id of the user whose library opens immediately, before the server has answered; or null. It names the
 * user's own database, which holds all other user data (D21).
 */
export function lastUserId(): string | null {
  try {
    const id = localStorage.getItem(KEY)
    isRemembering ||= id !== null
    return id
  } catch {
    // Storage may be blocked; then every start asks the server.
    return null
  }
}

/** Stores whose library to open at the next start; null after a sign-out. */
export function setLastUserId(id: string | null): void {
  try {
    if (id === null) localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, id)
    isRemembering ||= id !== null
  } catch {
    // See above.
  }
}

/**
 * Returns whether this page's user has signed out in another tab or been replaced by another user. Tabs share the
 * cookie, so no request may be made for the former user (rule SI13).
 */
export function hasUserChanged(userId: string): boolean {
  const user = lastUserId()
  return user === null ? isRemembering : user !== userId
}
