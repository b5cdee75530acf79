import type { PersistedValueKey } from './store-interface.ts'

// IndexedDB may drop a write that is not finished when its page goes away, even one whose commit was requested.
// localStorage takes a value before the call returns (rule ST26).

const PREFIX = 'dacapo.leaving'

const keyOf = (userId: string, name: PersistedValueKey) => `${PREFIX}.${userId}.${name}`

/**
 * Saves a value in localStorage, because the page is closing and the value is not in the user's database yet. Does
 * nothing if localStorage is blocked or full, or if the value contains bytes.
 */
export function saveValueAtLeaving(userId: string, name: PersistedValueKey, value: unknown): void {
  try {
    localStorage.setItem(keyOf(userId, name), JSON.stringify({ value }, refuseBytes))
  } catch {
    // Storage is blocked or full, or the value is a picture. The write to the database may still succeed.
  }
}

/** JSON would turn bytes into an empty object, which the next page would store in place of the picture. */
function refuseBytes(_key: string, value: unknown): unknown {
  if (value instanceof ArrayBuffer) throw new TypeError('JSON cannot hold bytes')
  return value
}

/**
 * Returns the value that a previous page saved to localStorage when it closed, wrapped in an object because the value
 * may be null. Returns null if there is none.
 */
export function readValueSavedAtLeaving(
  userId: string,
  name: PersistedValueKey,
): { readonly value: unknown } | null {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(userId, name)) ?? 'null')
    return typeof kept === 'object' && kept !== null && 'value' in kept ? { value: kept.value } : null
  } catch {
    return null
  }
}

/**
 * Deletes a value that was saved in localStorage when the page closed. Called when the database contains this value or
 * a newer one.
 */
export function deleteValueSavedAtLeaving(userId: string, name: PersistedValueKey): void {
  try {
    localStorage.removeItem(keyOf(userId, name))
  } catch {
    // Storage is blocked, so it holds nothing either.
  }
}

/** Deletes all values of a user that were saved to localStorage when a page closed (rule ST16). */
export function deleteAllValuesSavedAtLeaving(userId: string): void {
  try {
    for (const key of Object.keys(localStorage))
      if (key.startsWith(`${PREFIX}.${userId}.`)) localStorage.removeItem(key)
  } catch {
    // See above.
  }
}
