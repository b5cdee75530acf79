import * as z from 'zod/mini'
import { readItem, storeItem } from '#web/device/browser-storage.ts'
import type { OpenedStore } from './store-interface.ts'

export const LAST_USER_KEY = 'dacapo.user'

/** If false, a missing id may mean blocked storage. Module state: all apps on the page share the storage. */
let isRemembering = false

/** The user whose database the app opens first (D21); null if there is none or storage is blocked. */
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

const persistedProfileSchema = z.object({
  profile: z.object({
    id: z.string(),
    name: z.nullable(z.string()),
    email: z.string(),
    /** URL of the user's picture. */
    image: z.nullable(z.string()),
  }),
  /** Null, 'expired', or the server's reason why the session has ended. */
  ended: z.nullable(z.string()),
})

/** The user of a local database, as last reported by the server, so that the app can start without a request. */
export type PersistedProfile = z.infer<typeof persistedProfileSchema>

export const loadPersistedProfile = async (store: OpenedStore): Promise<PersistedProfile | null> =>
  persistedProfileSchema.safeParse(await store.readValue('profile')).data ?? null
