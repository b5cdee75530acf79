import { useEffect } from 'react'
import type { KnownRole } from '#core/plan.ts'
import type { SessionEnd } from '#web/api/session-calls.ts'
import { knownRole, type Profile } from '#web/store/current-store.ts'
import { useObservable } from '#web/store/use-observable.ts'
import { sessionState, startSession } from './session-state.ts'

export type User = Profile

export type Session =
  | { readonly kind: 'loading' }
  | { readonly kind: 'signed-out' }
  | {
      readonly kind: 'signed-in'
      readonly user: User
      /** undefined is not known yet, null is Free. */
      readonly stripeRole: KnownRole
      /** The server no longer knows the session: the library stays usable here, sync waits for a new sign-in (D18). */
      readonly expired: boolean
      /** It was ended elsewhere: what is here has to go (D18). */
      readonly ended: SessionEnd | null
    }

/** The plan of whoever is signed in: 'pro', null for Free, undefined while it is not known. */
export const useKnownRole = (): KnownRole => useObservable(knownRole)

/** Who is signed in on this device, and their plan (rules SI2, SI3). */
export function useSession(): Session {
  const state = useObservable(sessionState)
  const stripeRole = useObservable(knownRole)
  useEffect(startSession, [])
  return state.kind === 'signed-in' ? { ...state, stripeRole } : state
}
