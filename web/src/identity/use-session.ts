import { useMemo } from 'react'
import type { StripeRoleOrUnknown } from '#core/plan/plan.ts'
import type { SessionEndReason } from '#core/protocol/session-end.ts'
import { useDeviceLibrary } from '#web/store/device-library.ts'
import type { UserProfile } from '#web/store/store-interface.ts'
import { useObservable } from '#web/concurrency/use-observable.ts'
import { useIdentity } from './user-identity.ts'

/** The signed-in user as screens show them: id, name, e-mail address and picture. */
export type User = UserProfile

/**
 * The signed-in user and their plan as screens need them, or that nobody is signed in, or that this is not known yet.
 */
export type CurrentSession =
  | { readonly kind: 'loading' }
  /** `isPresumed`: the server has not confirmed it yet (rule SI20). */
  | { readonly kind: 'signed-out'; readonly isPresumed: boolean }
  | {
      readonly kind: 'signed-in'
      readonly user: User
      /** undefined means unknown, null means Free. */
      readonly stripeRole: StripeRoleOrUnknown
      /** The session has expired: the library stays usable here, and sync waits for a new sign-in (D18). */
      readonly expired: boolean
      /** The session was ended elsewhere, so the local data must be deleted (D18). */
      readonly ended: SessionEndReason | null
    }

/** Returns the current user's plan: 'pro', null for Free, or undefined if the plan is not known. */
export const useKnownRole = (): StripeRoleOrUnknown => useObservable(useDeviceLibrary().role)

/** Returns the user who is signed in on this device, with the plan (rules SI2, SI3). */
export function useSession(): CurrentSession {
  const state = useObservable(useIdentity().state)
  const stripeRole = useKnownRole()
  return useMemo(() => (state.kind === 'signed-in' ? { ...state, stripeRole } : state), [state, stripeRole])
}
