import { createContext, use } from 'react'
import type { UserResponse } from '#web/api/session-calls.ts'
import type { Analytics } from '#web/analytics/analytics.ts'
import { type Observable, provided } from '#web/concurrency/observable.ts'
import type { DeviceLibrary } from '#web/store/device-library.ts'
import type { SignInState } from './sign-in-state-after.ts'

/**
 * Sign-in state as far as this device knows, and the functions that change it. The server may know a newer state.
 * Created once, at the start of the app.
 */
export type UserIdentity = {
  readonly state: Observable<SignInState>
  /** The library that is opened and closed with each sign-in and sign-out. */
  readonly device: DeviceLibrary
  /** Records the analytics events of sign-ins. */
  readonly analytics: Analytics
  /**
   * Determines the signed-in user: first from the local database, then from the server (rules SI2, SI13). Called once,
   * at the start.
   */
  readonly restore: () => void
  /**
   * Updates the state from the server. A failed request turns 'loading' into 'signed-out' and leaves any other state
   * unchanged.
   */
  readonly refresh: () => Promise<void>
  /**
   * Updates the state from the server after a sign-in in a popup or in another tab. Ignores responses to earlier
   * requests (rule SI13).
   */
  readonly refreshAfterSignIn: () => Promise<void>
  /**
   * Sets the user after a sign-in and opens the user's library. From then on, ignores responses to earlier requests,
   * because they may be about the previous user (rule SI13).
   */
  readonly setSignedIn: (user: UserResponse) => Promise<void>
  /**
   * Starts the work that follows each sign-in, without waiting for it: informs other tabs, syncs, and deletes other
   * users' databases from this device unless they contain unsent data.
   */
  readonly startWorkAfterSignIn: (userId: string) => void
  /**
   * Runs `work`, which may end the session, and returns its result. The server and other tabs may report the end before
   * `work` knows of it. Such news is acted on only after `work`, and ignored if `work` has signed the user out, because
   * it would replace the message that `work` shows (rule DA9).
   */
  readonly postponeNewsDuring: <T>(work: () => Promise<T>) => Promise<T>
  /** Sets the state to signed out, aborts running requests, and closes the user's database without deleting it. */
  readonly setSignedOut: () => Promise<void>
}

/** React context that contains the sign-in state and the functions that change it. `App` sets its value. */
export const IdentityContext = createContext<UserIdentity | null>(null)

/** Returns the sign-in state, as an observable, and the functions that change it. Throws outside the app. */
export const useIdentity = (): UserIdentity => provided(use(IdentityContext))
