import type { SessionAnswer, SessionEnd } from '#web/api/session-calls.ts'
import type { Profile } from '#web/store/current-store.ts'

export type SessionState =
  | { readonly kind: 'loading' }
  | { readonly kind: 'signed-out' }
  | {
      readonly kind: 'signed-in'
      readonly user: Profile
      /** The server no longer knows the session: the library stays usable here, sync waits for a new sign-in (D18). */
      readonly expired: boolean
      /** It was ended elsewhere: what is here has to go (D18). */
      readonly ended: SessionEnd | null
    }

/**
 * Who is signed in after the server's answer. Without an answer nobody is thrown out; a session that ran out is not
 * a sign-out: the musician keeps practicing with what is on the device (rules SI2, SI3, SI4, SI10).
 */
export function sessionAfter(state: SessionState, answer: SessionAnswer): SessionState {
  if (answer.kind !== 'session') return state.kind === 'loading' ? { kind: 'signed-out' } : state
  if (answer.user !== null) return { kind: 'signed-in', user: answer.user, expired: false, ended: null }
  return state.kind === 'signed-in'
    ? { ...state, expired: true, ended: answer.ended ?? state.ended }
    : { kind: 'signed-out' }
}
