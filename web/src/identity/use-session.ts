import type { KnownRole } from '#core/plan.ts'
import { observable } from '#web/store/observable.ts'
import { useObservable } from '#web/store/use-observable.ts'

export type User = {
  readonly id: string
  readonly name: string | null
  readonly email: string
  readonly image: string | null
}

export type Session =
  | { readonly kind: 'loading' }
  | { readonly kind: 'signed-out' }
  | {
      readonly kind: 'signed-in'
      readonly user: User
      readonly stripeRole: KnownRole
      /** The server no longer knows the session: the library stays usable here, sync waits for a new sign-in. */
      readonly expired: boolean
    }

export const session = observable<Session>({ kind: 'loading' })

/** Who is signed in on this device. */
export const useSession = (): Session => useObservable(session)
