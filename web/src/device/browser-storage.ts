type StorageName = 'localStorage' | 'sessionStorage'

/** Null if there is no such item or the browser blocks its storage. */
export function readItem(key: string, storage: StorageName = 'localStorage'): string | null {
  try {
    return globalThis[storage].getItem(key)
  } catch {
    return null
  }
}

/** The parsed content of an item; null also if it is not JSON. */
export function readJsonItem(key: string): unknown {
  try {
    return JSON.parse(readItem(key) ?? 'null')
  } catch {
    return null
  }
}

/** Null removes the item. Returns false if the browser has no room for it or blocks its storage. */
export function storeItem(key: string, value: string | null, storage: StorageName = 'localStorage'): boolean {
  try {
    if (value === null) globalThis[storage].removeItem(key)
    else globalThis[storage].setItem(key, value)
    return true
  } catch {
    return false
  }
}

/** For stored values; also true for an array. */
export const isObject = (input: unknown): input is Record<string, unknown> =>
  typeof input === 'object' && input !== null
