import { vi } from 'vitest'

/** Stubs localStorage and returns its items. Object.keys(localStorage) returns their keys, as in a browser. */
export function stubLocalStorage(first: Readonly<Record<string, string>> = {}): Record<string, string> {
  const items: Record<string, string> = { ...first }
  const methods = {
    getItem: (key: string) => items[key] ?? null,
    setItem: (key: string, text: string) => void (items[key] = text),
    removeItem: (key: string) => void delete items[key],
  }
  const storage = new Proxy(methods, {
    ownKeys: () => Object.keys(items),
    getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
  })
  vi.stubGlobal('localStorage', storage)
  return items
}
