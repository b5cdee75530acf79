import { createContext, use } from 'react'
import type { StripeRoleOrUnknown } from '#core/plan/plan.ts'
import type { NewUsageEvent } from '#core/protocol/usage-event.ts'
import type { UserResponse } from '#web/api/session-calls.ts'
import type { Analytics } from '#web/analytics/analytics.ts'
import { type Observable, provided, useObservable } from '#web/concurrency/observable.ts'
import { type DeviceLibrary, useDeviceLibrary } from '#web/store/device-library.ts'
import type { SignInState, User } from './sign-in-state.ts'

/**
 * Who is signed in as far as this page knows, and the functions that change it. The server may know better. Created once,
 * at the start of the app.
 */
export type UserIdentity = {
  readonly state: Observable<SignInState>
  /** The library on this device, which belongs to the user of this page. */
  readonly device: DeviceLibrary
  readonly analytics: Analytics
  /**
   * Determines the signed-in user: first from the local database, then from the server (rules SI2, SI13). Called once,
   * at the start.
   */
  readonly restore: () => void
  /** Asks the server who is signed in, and updates the state. */
  readonly refresh: () => Promise<void>
  /**
   * Sets the user after a sign-in, opens their library, records `event`, and starts the work that follows each sign-in.
   * If this page belongs to another user, loads the app anew instead, and does not resolve.
   */
  readonly signIn: (user: UserResponse, event: NewUsageEvent) => Promise<void>
  /**
   * Runs `work`, which may end the session, and returns its result. The server and other tabs may report the end before
   * `work` knows of it. They are not listened to meanwhile, because they would replace the message that `work` shows
   * (rule DA9).
   */
  readonly ignoreNewsDuring: <T>(work: () => Promise<T>) => Promise<T>
  /** Ends the work of this page, which is about to be left: nothing is shown, stored or sent any more. */
  readonly close: () => void
}

export const IdentityContext = createContext<UserIdentity | null>(null)

/** Returns the sign-in state, as an observable, and the functions that change it. Throws outside the app. */
export const useIdentity = (): UserIdentity => provided(use(IdentityContext))

/** Returns who is signed in, and renders the component again when that changes (rules SI2, SI13). */
export const useSession = (): SignInState => useObservable(useIdentity().state)

/** Returns the user whose library is on the screen, also if their session has ended; null if there is none. */
export function useUser(): User | null {
  const state = useSession()
  return 'user' in state ? state.user : null
}

/** Returns the current user's plan: 'pro', null for Free, or undefined if the plan is not known. */
export const useKnownRole = (): StripeRoleOrUnknown => useObservable(useDeviceLibrary().role)
