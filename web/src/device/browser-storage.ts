type StorageName = 'localStorage' | 'sessionStorage'

/** Returns null if the item does not exist or the browser blocks its storage. */
export function readItem(key: string, storage: StorageName = 'localStorage'): string | null {
  try {
    return globalThis[storage].getItem(key)
  } catch {
    return null
  }
}

export function readJsonItem(key: string): unknown {
  try {
    return JSON.parse(readItem(key) ?? 'null')
  } catch {
    return null
  }
}

/** A null `value` removes the item. Returns false if storage is full or blocked. */
export function storeItem(key: string, value: string | null, storage: StorageName = 'localStorage'): boolean {
  try {
    if (value === null) globalThis[storage].removeItem(key)
    else globalThis[storage].setItem(key, value)
    return true
  } catch {
    return false
  }
}

/** Returns true for arrays as well. */
export const isObject = (input: unknown): input is Record<string, unknown> =>
  typeof input === 'object' && input !== null
