import { useCallback, useMemo, useState } from 'react'
import type { ZodMiniType } from 'zod/mini'
import { readJsonItem, storeItem } from '#web/device/browser-storage.ts'
import { hasPageUserChanged } from './last-user.ts'
import { useStore } from './library-services.ts'

// Drafts, settings and the place in a routine lie in localStorage, because it takes a value before the call returns: a
// browser drops a write to IndexedDB that is not finished when the page goes away.

export type PersistedValueKey =
  | 'routine'
  | 'install-hint'
  | 'storage-asked'
  | 'sound'
  | 'trainer'
  | 'pedal'
  | 'character keys'
  | 'pieces view'
  | 'session minutes'
  | 'not today'
  | 'purchase begun at'
  | `draft ${string}`

const prefixOf = (userId: string) => `dacapo.kept.${userId}.`

/** Null if missing or unreadable. Validate the value, because another app version may have stored it. */
export const readUnvalidatedPersistedValue = (userId: string, name: PersistedValueKey): unknown =>
  readJsonItem(prefixOf(userId) + name)

/** Null deletes the value. Otherwise stores nothing if storage is blocked or another tab changed the user. */
export function persistValue(userId: string, name: PersistedValueKey, value: unknown): void {
  if (value === null) storeItem(prefixOf(userId) + name, null)
  else if (!hasPageUserChanged(userId)) storeItem(prefixOf(userId) + name, JSON.stringify(value))
}

export function deletePersistedValues(userId: string): void {
  try {
    for (const key of Object.keys(localStorage))
      if (key.startsWith(prefixOf(userId))) localStorage.removeItem(key)
  } catch {
    // Storage is blocked, so it holds nothing either.
  }
}

/** `parse` makes a setting from a stored value, or from null if none is stored. */
export function usePersistedSetting<T>(
  name: PersistedValueKey,
  parse: (kept: unknown) => T,
): [T, (value: T) => void] {
  const userId = useStore()?.userId
  const read = () => ({
    userId,
    value: parse(userId === undefined ? null : readUnvalidatedPersistedValue(userId, name)),
  })
  const [current, setCurrent] = useState(read)
  // The library was opened after the first render.
  if (current.userId !== userId) setCurrent(read())

  function change(value: T) {
    setCurrent({ userId, value })
    if (userId !== undefined) persistValue(userId, name, value)
  }

  return [current.value, change]
}

/** Returns null if no draft is stored. `schema` must be the same object in every render. */
export function usePersistedDraft<T>(
  name: PersistedValueKey & `draft ${string}`,
  schema: ZodMiniType<T>,
): [T | null, (draft: T | null) => void] {
  const userId = useStore()?.userId
  const draft = useMemo(
    () =>
      userId === undefined
        ? null
        : (schema.safeParse(readUnvalidatedPersistedValue(userId, name)).data ?? null),
    [userId, name, schema],
  )
  const keep = useCallback(
    (next: T | null) => {
      if (userId !== undefined) persistValue(userId, name, next)
    },
    [userId, name],
  )
  return [draft, keep]
}
