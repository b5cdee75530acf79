import * as z from 'zod/mini'
import { readItem, storeItem } from '#web/device/browser-storage.ts'
import type { OpenedStore } from './store-interface.ts'

export const LAST_USER_KEY = 'dacapo.user'

/** Module state: whether this page has read or stored an id. If not, storage may be blocked. */
let hasSeenId = false

/** Returns the user whose database the app opens first (D21); null if there is none or storage is blocked. */
export function readLastUserId(): string | null {
  const id = readItem(LAST_USER_KEY)
  hasSeenId ||= id !== null
  return id
}

/** The next start opens this user's database. Other tabs notice the change by a storage event (SI13). */
export function storeLastUserId(id: string | null): void {
  if (readItem(LAST_USER_KEY) === id) return
  // Removed first, so that the former user is gone also where the browser has no room for the new one.
  storeItem(LAST_USER_KEY, null)
  if (id !== null) hasSeenId = storeItem(LAST_USER_KEY, id) || hasSeenId
}

/** If true, this page must send no more requests, because all tabs share one cookie (rule SI13). */
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
  /** The reason why the session has ended: 'expired' or the server's reason. Null if it has not ended. */
  ended: z.nullable(z.string()),
})

/** What the server last reported about the user, so that the app can start without a request. */
export type PersistedProfile = z.infer<typeof persistedProfileSchema>

export const loadPersistedProfile = async (store: OpenedStore): Promise<PersistedProfile | null> =>
  persistedProfileSchema.safeParse(await store.readValue('profile')).data ?? null
