import { createContext, use } from 'react'
import type { StripeRoleOrUnknown } from '#core/plan/plan.ts'
import type { SessionEndReason } from '#core/protocol/sign-in.ts'
import type { NewUsageEvent } from '#core/protocol/usage-event.ts'
import type { Analytics } from '#web/analytics/analytics.ts'
import { type Observable, requireProvided, useObservable } from '#web/concurrency/observable.ts'
import { type LibraryServices, useLibraryServices } from '#web/store/library-services.ts'
import type { PersistedProfile } from '#web/store/last-user.ts'

/** Who is signed in as far as this page knows. Created once, at the start of the app. */
export type IdentityService = {
  readonly state: Observable<SignInState>
  readonly device: LibraryServices
  readonly analytics: Analytics
  /** Asks first the local database, then the server (rules SI2, SI13). Called once, at the start. */
  readonly restore: () => void
  readonly refresh: () => Promise<void>
  /** Also records `event`. For another user than the page's, reloads the app and does not resolve. */
  readonly signIn: (user: User, event: NewUsageEvent) => Promise<void>
  /** Ignores server and other tabs while `work` runs: their news would replace the message it shows (DA9). */
  readonly ignoreNewsDuring: <T>(work: () => Promise<T>) => Promise<T>
  /** Closes the store, and then ignores the server and other tabs. The page must be left or reloaded. */
  readonly close: () => void
}

export const IdentityContext = createContext<IdentityService | null>(null)

export const useIdentity = (): IdentityService => requireProvided(use(IdentityContext))

export const useSignInState = (): SignInState => useObservable(useIdentity().state)

/** The page's user, even if their session has ended. */
export function useUser(): User | null {
  const state = useSignInState()
  return 'user' in state ? state.user : null
}

/** Null is Free, undefined is not known. */
export const useKnownRole = (): StripeRoleOrUnknown => useObservable(useLibraryServices().role)

export type User = PersistedProfile['profile']

/**
 * Who is signed in as far as this page knows.
 * - 'unknown': neither the device nor the server has answered yet.
 * - 'signed-in-offline': the device remembers the user, and the server has not answered yet.
 * - 'ended': if the session has only expired, the library stays usable, and sync waits for a new sign-in; for
 *   every other reason, the local data must be deleted (D18).
 */
export type SignInState =
  /** `failure`: the code that reads the local database could not be loaded (rule UI12). */
  | { readonly kind: 'unknown'; readonly failure?: unknown }
  /** `isPresumed`: the server has not confirmed yet that nobody is signed in (rule SI2). */
  | { readonly kind: 'guest'; readonly isPresumed: boolean }
  | { readonly kind: 'signed-in' | 'signed-in-offline'; readonly user: User }
  | { readonly kind: 'ended'; readonly user: User; readonly because: 'expired' | SessionEndReason }

export type SignInEvent =
  | { readonly kind: 'remembered'; readonly by: PersistedProfile }
  | { readonly kind: 'answered'; readonly user: User | null; readonly ended: SessionEndReason | null }
  | { readonly kind: 'unanswered' }
  | { readonly kind: 'waited' }
  | { readonly kind: 'not-loaded'; readonly failure: unknown }
  /** The user who is signed in in this browser, which is the same for all its tabs. */
  | { readonly kind: 'browser-user'; readonly userId: string | null }

/**
 * Returns the next state, or 'reload' if the event names somebody else than the page's user (decision 0078). An expired
 * session does not sign the user out, because practicing works with the local data (rules SI2, SI4, SI10, SI13).
 *
 * @param pageUser null as long as the page belongs to nobody
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
  // The server reports the reason only once.
  const before = state.kind === 'ended' ? state.because : 'expired'
  return { kind: 'ended', user: state.user, because: ended ?? before }
}
