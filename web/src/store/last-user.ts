import { isObject, readItem, storeItem } from '#web/device/browser-storage.ts'
import type { OpenedStore, PersistedProfile, UserProfile } from './store-interface.ts'

export const LAST_USER_KEY = 'dacapo.user'

/** If false, a missing id may mean blocked storage. Module state: all apps on the page share the storage. */
let isRemembering = false

/** Whose database the app opens before the server has answered (D21); null if there is none or storage is blocked. */
export function readLastUserId(): string | null {
  const id = readItem(LAST_USER_KEY)
  isRemembering ||= id !== null
  return id
}

/** Stores whose database the next start opens. All other tabs notice a change by a storage event (rule SI13). */
export function storeLastUserId(id: string | null): void {
  if (readItem(LAST_USER_KEY) === id) return
  // Removed first, so that the former user is gone also where the browser has no room for the new one.
  storeItem(LAST_USER_KEY, null)
  if (id !== null) isRemembering = storeItem(LAST_USER_KEY, id) || isRemembering
}

/** If so, this page must not send any more requests: all tabs share one cookie (rule SI13). */
export function hasPageUserChanged(userId: string): boolean {
  const user = readLastUserId()
  return user === null ? isRemembering : user !== userId
}

export async function loadPersistedProfile(store: OpenedStore): Promise<PersistedProfile | null> {
  const kept = await store.readValue('profile')
  if (!isObject(kept)) return null
  const { profile, ended } = kept
  return isProfile(profile) ? { profile, ended: typeof ended === 'string' ? ended : null } : null
}

const isProfile = (input: unknown): input is UserProfile =>
  isObject(input) &&
  [input['id'], input['email']].every(text => typeof text === 'string') &&
  [input['name'], input['image']].every(text => text === null || typeof text === 'string')
