import { NEVER } from './visit.ts'

const KEY = 'dacapo.usage'

/** What this browser remembers of the signed-in user for analytics. */
type RememberedUsage = {
  /** Time of the user's last event, which all tabs share. */
  readonly lastEvent: number
  /** Host name of the external server with which the user agreed to share their events, or null (rule AN10). */
  readonly shareWith: string | null
}

const NOTHING: RememberedUsage = { lastEvent: NEVER, shareWith: null }

/**
 * Returns what this browser remembers of a signed-in user for analytics. If localStorage is blocked, that is nothing.
 */
export function rememberedUsage(userId: string): RememberedUsage {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? 'null')
    if (typeof kept !== 'object' || kept === null || Reflect.get(kept, 'userId') !== userId) return NOTHING
    return { ...NOTHING, ...kept }
  } catch {
    return NOTHING
  }
}

/** Remembers something of the signed-in user, and forgets every other user. Does nothing if localStorage is blocked. */
export function rememberUsage(userId: string, changed: Partial<RememberedUsage>): void {
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...rememberedUsage(userId), ...changed, userId }))
  } catch {
    // Events are then counted nevertheless, and shared with nobody.
  }
}

/** Forgets the user, who has signed out of this browser. */
export function forgetUsage(): void {
  try {
    localStorage.removeItem(KEY)
  } catch {
    // Storage is blocked, so it holds nothing either.
  }
}
