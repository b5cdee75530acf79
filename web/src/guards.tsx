import { Navigate, Outlet } from 'react-router'
import { useSession } from '#web/identity/use-session.ts'

/**
 * Screens for guests: who is signed in goes to practice; empty while that is not known (spec 2). Whose session ran out
 * may sign in again; whose session was ended elsewhere is told so first (D18).
 */
export function GuestsOnly() {
  const session = useSession()
  if (session.kind === 'loading') return null
  const stays = session.kind === 'signed-in' && (!session.expired || session.ended !== null)
  return stays ? <Navigate to="/practice" replace /> : <Outlet />
}

/** Screens for the signed-in: everybody else goes to sign in; empty while that is not known (spec 2). */
export function SignedInOnly() {
  const session = useSession()
  if (session.kind === 'loading') return null
  return session.kind === 'signed-out' ? <Navigate to="/signin" replace /> : <Outlet />
}
