import * as z from 'zod/mini'
import { readItem, storeItem } from '#web/device/browser-storage.ts'
import type { OpenedStore } from './store-interface.ts'

export const LAST_USER_KEY = 'dacapo.user'

/** Whether this page has read or stored an id. If not, a missing id may mean that storage is blocked. */
let hasSeenId = false

/** Returns null if no user is remembered or storage is blocked. */
export function readLastUserId(): string | null {
  const id = readItem(LAST_USER_KEY)
  hasSeenId ||= id !== null
  return id
}

/** Other tabs notice the change by a `storage` event and reload (rule SI13). */
export function storeLastUserId(id: string | null): void {
  if (readItem(LAST_USER_KEY) === id) return
  // Removed first, so that the former user is gone also where the browser has no room for the new one.
  storeItem(LAST_USER_KEY, null)
  if (id !== null) hasSeenId = storeItem(LAST_USER_KEY, id) || hasSeenId
}

/** If true, this page must send nothing more: all tabs share one cookie, and its user has changed (SI13). */
export function hasPageUserChanged(userId: string): boolean {
  const user = readLastUserId()
  return user === null ? hasSeenId : user !== userId
}

const persistedProfileSchema = z.object({
  profile: z.object({
    id: z.string(),
    name: z.nullable(z.string()),
    email: z.string(),
    image: z.nullable(z.string()),
  }),
  ended: z.nullable(z.string()),
})

export type PersistedProfile = z.infer<typeof persistedProfileSchema>

export const loadPersistedProfile = async (store: OpenedStore): Promise<PersistedProfile | null> =>
  persistedProfileSchema.safeParse(await store.readValue('profile')).data ?? null
