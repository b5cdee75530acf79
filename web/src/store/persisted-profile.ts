import { isObject } from './is-object.ts'
import type { PersistedProfile, OpenStore, UserProfile } from './store-interface.ts'

/**
 * Reads the user's profile and the last known state of their session from the user's local database. Returns null if
 * they are missing or invalid.
 */
export async function loadPersistedProfile(store: OpenStore): Promise<PersistedProfile | null> {
  const kept = await store.readValue('profile')
  if (!isObject(kept) || typeof kept['expired'] !== 'boolean') return null
  const { profile, expired, ended } = kept
  return isProfile(profile) ? { profile, expired, ended: typeof ended === 'string' ? ended : null } : null
}

const isProfile = (input: unknown): input is UserProfile =>
  isObject(input) &&
  [input['id'], input['email']].every(text => typeof text === 'string') &&
  [input['name'], input['image']].every(text => text === null || typeof text === 'string')
