import { useEffect } from 'react'
import { useLocation } from '#web/navigation/use-location.tsx'
import { rememberedEmail } from '#web/identity/remembered-email.ts'
import { useSession } from '#web/identity/use-session.ts'
import { markVisitContinued, trackEvent } from '#web/analytics/analytics.ts'

/** The address reported last, because mounting the same screen again is no second view. */
let counted: string | null = null

/** Sends a page view of the screen to analytics (spec 2, rule AN4). `path` is the path of the route, without ids. */
export function ReportPageView({ path }: { path: string }) {
  const { pathname } = useLocation()
  // The event needs the user's id.
  const isReady = useSession().kind !== 'loading'

  useEffect(() => {
    if (!isReady || pathname === counted) return
    // A screen that redirects does so within this timeout, and its view does not count.
    const timer = setTimeout(() => {
      if (location.pathname !== pathname) return
      counted = pathname
      // The link was requested in this browser, so the visit began there (rule AN2).
      if (path === '/confirm' && rememberedEmail() !== null) markVisitContinued()
      trackEvent({ name: 'page_view', path })
    })
    return () => clearTimeout(timer)
  }, [path, pathname, isReady])

  return null
}
