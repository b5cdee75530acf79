import { lazy, type ReactNode } from 'react'
import { useSession } from '#web/identity/user-identity.ts'
import { loadWithTexts } from '#web/language/language.ts'
import { Redirect } from '#web/navigation/link.tsx'
import { useLocation } from '#web/navigation/use-location.tsx'
import { useStorageTrouble } from '#web/store/device-library.ts'

type Props = { children: ReactNode }

/**
 * Renders its children for visitors who may sign in: signed-out visitors and users with an expired session. Redirects
 * signed-in users to /practice, or to the address that they had requested if they were sent to sign-in only because the
 * server was slow (rule SI2). Also redirects users whose session was ended on another device, because the app must
 * inform them first (D18). Renders nothing while the session is loading (spec 2). `admitsSignedIn` lets signed-in users
 * in: the screen asks them itself (rule ID39).
 */
export function GuestsOnly({ children, admitsSignedIn = false }: Props & { admitsSignedIn?: boolean }) {
  const session = useSession()
  const wanted = wantedIn(useLocation().state)
  if (session.kind === 'unknown') return <SessionUnknown failure={session.failure} />
  if (session.kind === 'guest') return children
  const stays = session.kind === 'ended' ? session.because !== 'expired' : !admitsSignedIn
  return stays ? <Redirect to={wanted ?? '/practice'} /> : children
}

/**
 * Renders its children for signed-in users, redirects everybody else to sign-in, and renders nothing while the session
 * is loading (spec 2).
 */
export function SignedInOnly({ children }: Props) {
  const session = useSession()
  const { pathname, search } = useLocation()
  if (session.kind === 'unknown') return <SessionUnknown failure={session.failure} />
  if (session.kind !== 'guest') return children
  return <Redirect to="/signin" state={session.isPresumed ? { wanted: pathname + search } : null} />
}

/** Returns the address that the user was redirected from, read from the history entry's state; or null. */
function wantedIn(state: unknown): string | null {
  if (typeof state !== 'object' || state === null) return null
  const { wanted } = state as { wanted?: unknown }
  return typeof wanted === 'string' ? wanted : null
}

/**
 * Renders nothing, or the reason if neither the server nor the database can tell who is signed in (rule ST24). Throws
 * `failure` to the error boundary if the code for the database could not be loaded (rule UI12).
 */
function SessionUnknown({ failure }: { failure: unknown }) {
  const trouble = useStorageTrouble()
  if (failure) throw failure
  if (trouble !== 'unanswered') return null
  return <DatabaseNotResponding />
}

const DatabaseNotResponding = lazy(() =>
  loadWithTexts(
    [],
    async () => (await import('#web/frame/database-not-responding.tsx')).DatabaseNotResponding,
  ),
)
