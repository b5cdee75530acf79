import { postEvents } from '#core/protocol/operations.ts'
import { call } from './call.ts'

/**
 * Sends at most 50 analytics events with the user's id, or null for a signed-out visitor. The server refuses the events
 * if the session cookie meanwhile belongs to another user (rule AN7). Nothing is tried again.
 *
 * @param shareWith host name of the external server with which the user agreed to share the events, or null
 */
export async function postUsageEvents(
  events: readonly unknown[],
  userId: string | null,
  shareWith: string | null,
): Promise<void> {
  const body = { events, ...(shareWith !== null && { share: shareWith }) }
  // The page may be about to unload. sendBeacon could not name the user.
  const sending = { keepalive: true, credentials: userId === null ? 'omit' : 'same-origin' } as const
  await call(postEvents, { userId, body, sending })
}
