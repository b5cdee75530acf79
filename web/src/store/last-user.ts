const KEY = 'dacapo.user'

/**
 * True if this browser has stored an id before. Only then does a missing id mean that nobody is signed in. It is module
 * state, because all apps on the page share the browser's storage.
 */
let isRemembering = false

/**
 * Returns the id of the last user who was signed in on this device. The app opens this user's database at the start,
 * before the server has answered (D21). Returns null if nobody was signed in or localStorage is blocked.
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

/** Stores the id of the user whose database the app opens at its next start. Deletes the stored id if `id` is null. */
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
 * Returns true if `userId`, the user of this page, has signed out in another tab, or if another user has signed in
 * there. All tabs share one session cookie, so this page must not send any more requests for its user (rule SI13).
 */
export function hasPageUserChanged(userId: string): boolean {
  const user = lastUserId()
  return user === null ? isRemembering : user !== userId
}
