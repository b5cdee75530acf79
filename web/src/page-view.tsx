import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { rememberedEmail } from '#web/identity/remembered-email.ts'
import { useSession } from '#web/identity/use-session.ts'
import { continueVisit, report } from '#web/outside/analytics.ts'

/** The address that was counted last: a screen that is put up anew at the same place is no second view. */
let counted: string | null = null

/**
 * Counts the view of a screen, beside which it stands: it is there when the screen is (spec 2, rule AN4). `path` is
 * that of the route, without ids.
 */
export function PageView({ path }: { path: string }) {
  const { pathname } = useLocation()
  // Whose view it is must be known.
  const isReady = useSession().kind !== 'loading'

  useEffect(() => {
    if (!isReady || pathname === counted) return
    // A screen that sends one on does so in this very moment, and was no place to stay.
    const timer = setTimeout(() => {
      if (location.pathname !== pathname) return
      counted = pathname
      // The link was asked for in this browser: the visit began there (rule AN2).
      if (path === '/confirm' && rememberedEmail() !== null) continueVisit()
      report({ name: 'page_view', path })
    })
    return () => clearTimeout(timer)
  }, [path, pathname, isReady])

  return null
}
