import { useMemo } from 'react'
import type { StripeRoleOrUnknown } from '#core/plan/plan.ts'
import type { SessionEndReason } from '#core/protocol/sign-in.ts'
import { useDeviceLibrary } from '#web/store/device-library.ts'
import type { UserProfile } from '#web/store/store-interface.ts'
import { useObservable } from '#web/concurrency/observable.ts'
import { useIdentity } from './user-identity.ts'

/** The signed-in user as screens show them: id, name, email address and picture. */
export type User = UserProfile

/** Sign-in state for screens: a user with their plan, nobody, or 'loading' if it is not known yet. */
export type CurrentSession =
  /** `failure` is the error if the code that reads the local database could not be loaded (rule UI12). */
  | { readonly kind: 'loading'; readonly failure?: unknown }
  /** `isPresumed` is true if the server has not confirmed yet that nobody is signed in (rule SI2). */
  | { readonly kind: 'signed-out'; readonly isPresumed: boolean }
  | {
      readonly kind: 'signed-in'
      readonly user: User
      /** The plan: 'pro', null for Free, or undefined if it is not known. */
      readonly stripeRole: StripeRoleOrUnknown
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

/** Returns the current user's plan: 'pro', null for Free, or undefined if the plan is not known. */
export const useKnownRole = (): StripeRoleOrUnknown => useObservable(useDeviceLibrary().role)

/**
 * Returns who is signed in on this device, with the user's plan. Renders the component again when that changes (rules
 * SI2, SI13).
 */
export function useSession(): CurrentSession {
  const state = useObservable(useIdentity().state)
  const stripeRole = useKnownRole()
  return useMemo(() => (state.kind === 'signed-in' ? { ...state, stripeRole } : state), [state, stripeRole])
}
