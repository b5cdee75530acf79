import type { SessionEnd } from '#core/protocol/session-end.ts'
import type { SessionResponse } from '#web/api/session-calls.ts'
import type { Profile } from '#web/store/current-store.ts'

/** The session as this device knows it, without the plan. */
export type SessionState =
  | { readonly kind: 'loading' }
  /** `isPresumed`: the server has not confirmed it yet (rule SI20). */
  | { readonly kind: 'signed-out'; readonly isPresumed: boolean }
  | {
      readonly kind: 'signed-in'
      readonly user: Profile
      /** The session has expired: the library stays usable here, and sync waits for a new sign-in (D18). */
      readonly expired: boolean
      /** The session was ended elsewhere, so the local data must be deleted (D18). */
      readonly ended: SessionEnd | null
    }

/**
 * Returns the session state after a server response. A failed request signs nobody out, and an expired session is not a
 * sign-out: the user keeps practicing with the local data (rules SI2, SI3, SI4, SI10).
 */
export function sessionAfter(state: SessionState, answer: SessionResponse): SessionState {
  if (answer.kind !== 'session') return state.kind === 'loading' ? SIGNED_OUT : state
  if (answer.user !== null) return { kind: 'signed-in', user: answer.user, expired: false, ended: null }
  return state.kind === 'signed-in'
    ? { ...state, expired: true, ended: answer.ended ?? state.ended }
    : SIGNED_OUT
}

const SIGNED_OUT: SessionState = { kind: 'signed-out', isPresumed: false }
