import { createContext, use } from 'react'
import type { StripeRoleOrUnknown } from '#core/plan/plan.ts'
import type { NewUsageEvent } from '#core/protocol/usage-event.ts'
import type { UserResponse } from '#web/api/session-calls.ts'
import type { Analytics } from '#web/analytics/analytics.ts'
import { type Observable, provided, useObservable } from '#web/concurrency/observable.ts'
import { type DeviceLibrary, useDeviceLibrary } from '#web/store/device-library.ts'
import type { SignInState, User } from './sign-in-state.ts'

/** Who is signed in as far as this page knows. Created once, at the start of the app. */
export type UserIdentity = {
  readonly state: Observable<SignInState>
  readonly device: DeviceLibrary
  readonly analytics: Analytics
  /** Asks first the local database, then the server (rules SI2, SI13). Called once, at the start. */
  readonly restore: () => void
  /** Asks the server who is signed in. */
  readonly refresh: () => Promise<void>
  /**
   * Sets the user after a sign-in, and records `event`. If this page belongs to another user, loads the app anew
   * instead, and does not resolve.
   */
  readonly signIn: (user: UserResponse, event: NewUsageEvent) => Promise<void>
  /**
   * Runs `work`, which may end the session. Server and other tabs are not listened to meanwhile: their news would
   * replace the message that `work` shows (rule DA9).
   */
  readonly ignoreNewsDuring: <T>(work: () => Promise<T>) => Promise<T>
  /** The page is about to be left: nothing is shown, stored or sent any more. */
  readonly close: () => void
}

export const IdentityContext = createContext<UserIdentity | null>(null)

export const useIdentity = (): UserIdentity => provided(use(IdentityContext))

export const useSession = (): SignInState => useObservable(useIdentity().state)

/** Also if their session has ended. */
export function useUser(): User | null {
  const state = useSession()
  return 'user' in state ? state.user : null
}

/** Null is Free, undefined is not known. */
export const useKnownRole = (): StripeRoleOrUnknown => useObservable(useDeviceLibrary().role)
