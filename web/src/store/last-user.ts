import type { OpenStore, PersistedProfile, UserProfile } from './store-interface.ts'

export const LAST_USER_KEY = 'dacapo.user'

/**
 * Only if this browser has stored an id before, a missing one means that nobody is signed in. Module state, because all
 * apps on the page share the browser's storage.
 */
let isRemembering = false

/**
 * The last user who was signed in on this device, whose database the app opens before the server has answered (D21).
 * Null if there was none or localStorage is blocked.
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

/** Stores whose database the next start opens. All other tabs notice a change by a storage event (rule SI13). */
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
 * True if the page's user has signed out in another tab, or another one has signed in there. All tabs share one cookie,
 * so this page must not send any more requests (rule SI13).
 */
export function hasPageUserChanged(userId: string): boolean {
  const user = lastUserId()
  return user === null ? isRemembering : user !== userId
}

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

/** True also for an array. */
export const isObject = (input: unknown): input is Record<string, unknown> =>
  typeof input === 'object' && input !== null
