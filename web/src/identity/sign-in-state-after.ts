import type { SessionEndReason } from '#core/protocol/sign-in.ts'
import type { SessionResponse } from '#web/api/session-calls.ts'
import type { UserProfile } from '#web/store/store-interface.ts'

/**
 * Sign-in state as far as this device knows: a user, nobody, or not known yet ('loading'). The server may know a newer
 * state. Does not contain the user's plan.
 */
export type SignInState =
  /** `failure` is the error if the code that reads the local database could not be loaded (rule UI12). */
  | { readonly kind: 'loading'; readonly failure?: unknown }
  /** `isPresumed` is true if the server has not confirmed yet that nobody is signed in (rule SI2). */
  | { readonly kind: 'signed-out'; readonly isPresumed: boolean }
  | {
      readonly kind: 'signed-in'
      readonly user: UserProfile
      /**
       * True if the session has expired. The library stays usable on this device, and sync waits for a new sign-in
       * (D18).
       */
      readonly expired: boolean
      /**
       * Reason why the session was ended, for example on another device. The local data must then be deleted. Null if
       * the session was not ended (D18).
       */
      readonly ended: SessionEndReason | null
    }

/**
 * Returns the sign-in state that follows from the previous `state` and a server response. A failed request turns
 * 'loading' into 'signed-out' and leaves any other state unchanged. An expired session does not sign the user out,
 * because practicing works with the local data (rules SI2, SI13, SI4, SI10).
 */
export function signInStateAfterResponse(state: SignInState, answer: SessionResponse): SignInState {
  if (answer.kind !== 'session') return state.kind === 'loading' ? SIGNED_OUT : state
  if (answer.user !== null) return { kind: 'signed-in', user: answer.user, expired: false, ended: null }
  return state.kind === 'signed-in'
    ? { ...state, expired: true, ended: answer.ended ?? state.ended }
    : SIGNED_OUT
}

const SIGNED_OUT: SignInState = { kind: 'signed-out', isPresumed: false }
