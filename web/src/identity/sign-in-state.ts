import type { SessionEndReason } from '#core/protocol/sign-in.ts'
import type { PersistedProfile, UserProfile } from '#web/store/store-interface.ts'

export type User = UserProfile

/**
 * Who is signed in as far as this page knows. It does not contain the user's plan.
 * - 'unknown': neither the device nor the server has told yet.
 * - 'guest': nobody is signed in.
 * - 'signed-in': the server has named the user.
 * - 'signed-in-offline': the device remembers the user, and the server has not answered yet.
 * - 'ended': the session has ended. If it has only expired, the library stays usable on this device, and sync waits for a
 *   new sign-in; for every other reason, the local data must be deleted (D18).
 */
export type SignInState =
  /** `failure` is the error if the code that reads the local database could not be loaded (rule UI12). */
  | { readonly kind: 'unknown'; readonly failure?: unknown }
  /** `isPresumed` is true if the server has not confirmed yet that nobody is signed in (rule SI2). */
  | { readonly kind: 'guest'; readonly isPresumed: boolean }
  | { readonly kind: 'signed-in' | 'signed-in-offline'; readonly user: User }
  | { readonly kind: 'ended'; readonly user: User; readonly because: 'expired' | SessionEndReason }

export type SignInEvent =
  /** The device's database tells who was signed in last. */
  | { readonly kind: 'remembered'; readonly by: PersistedProfile }
  /** The server answers who is signed in, or a sign-in on this page succeeds. */
  | { readonly kind: 'answered'; readonly user: User | null; readonly ended: SessionEndReason | null }
  /** The server cannot be asked. */
  | { readonly kind: 'unanswered' }
  /** The server takes too long. */
  | { readonly kind: 'waited' }
  /** The code that reads the device's database could not be loaded. */
  | { readonly kind: 'not-loaded'; readonly failure: unknown }
  /** The id of the user of this browser, which all its tabs share, was looked at. */
  | { readonly kind: 'browser-user'; readonly userId: string | null }

/**
 * Returns the state that follows from an event, or 'reload' if the event names somebody else than the user of this page:
 * a page belongs to one user for its life (decision 0078). An expired session does not sign the user out, because
 * practicing works with the local data (rules SI2, SI4, SI10, SI13).
 *
 * @param pageUser id of the user of this page; null as long as it belongs to nobody
 */
export function nextSignInState(
  state: SignInState,
  event: SignInEvent,
  pageUser: string | null,
): SignInState | 'reload' {
  switch (event.kind) {
    case 'remembered':
      return state.kind === 'unknown' ? rememberedState(event.by) : state
    case 'answered':
      if (event.user === null) return withoutUser(state, event.ended)
      if (pageUser !== null && event.user.id !== pageUser) return 'reload'
      return { kind: 'signed-in', user: event.user }
    case 'unanswered':
      return state.kind === 'unknown' ? GUEST : state
    case 'waited':
      return state.kind === 'unknown' && pageUser === null ? { kind: 'guest', isPresumed: true } : state
    case 'not-loaded': {
      const isUnknown = state.kind === 'unknown' || (state.kind === 'guest' && state.isPresumed)
      return isUnknown ? { kind: 'unknown', failure: event.failure } : state
    }
    case 'browser-user':
      return event.userId === pageUser ? state : 'reload'
  }
}

const GUEST: SignInState = { kind: 'guest', isPresumed: false }

function rememberedState({ profile, ended }: PersistedProfile): SignInState {
  if (ended === null) return { kind: 'signed-in-offline', user: profile }
  const isKnown = ended === 'session-revoked' || ended === 'account-deleted'
  return { kind: 'ended', user: profile, because: isKnown ? ended : 'expired' }
}

function withoutUser(state: SignInState, ended: SessionEndReason | null): SignInState {
  if (!('user' in state)) return GUEST
  // The server tells the reason only once.
  const before = state.kind === 'ended' ? state.because : 'expired'
  return { kind: 'ended', user: state.user, because: ended ?? before }
}
