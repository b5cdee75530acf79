import type { OpenStore, PersistedProfile, UserProfile } from './store-interface.ts'

/** Key under which localStorage has the id of this browser's user. */
export const LAST_USER_KEY = 'dacapo.user'

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
    const id = localStorage.getItem(LAST_USER_KEY)
    isRemembering ||= id !== null
    return id
  } catch {
    // Storage may be blocked; then every start asks the server.
    return null
  }
}

/**
 * Stores the id of the user whose database the app opens at its next start, or deletes it if `id` is null. All other tabs
 * of this browser notice a change by a storage event (rule SI13).
 */
export function setLastUserId(id: string | null): void {
  try {
    if (localStorage.getItem(LAST_USER_KEY) === id) return
    // Removed first, so that the former user is gone also where the browser has no room for the new one.
    localStorage.removeItem(LAST_USER_KEY)
    if (id !== null) localStorage.setItem(LAST_USER_KEY, id)
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

/**
 * Reads the user's profile and the last known state of their session from the user's local database. Returns null if
 * they are missing or invalid.
 */
export async function loadPersistedProfile(store: OpenStore): Promise<PersistedProfile | null> {
  const kept = await store.readValue('profile')
  if (!isObject(kept)) return null
  const { profile, ended } = kept
  return isProfile(profile) ? { profile, ended: typeof ended === 'string' ? ended : null } : null
}

const isProfile = (input: unknown): input is UserProfile =>
  isObject(input) &&
  [input['id'], input['email']].every(text => typeof text === 'string') &&
  [input['name'], input['image']].every(text => text === null || typeof text === 'string')

const isObject = (input: unknown): input is Record<string, unknown> =>
  typeof input === 'object' && input !== null
