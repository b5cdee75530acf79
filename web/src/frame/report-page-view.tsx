import { useEffect } from 'react'
import { useLocation } from '#web/navigation/use-location.tsx'
import { rememberedEmail } from '#web/identity/sign-in.ts'
import { useSession } from '#web/identity/user-identity.ts'
import { useAnalytics } from '#web/analytics/analytics.ts'

/**
 * Reports a page view of the current screen to analytics (spec 2, rule AN4). Renders nothing. `path` is the path of the
 * route, without ids.
 */
export function ReportPageView({ path }: { path: string }) {
  const { pathname } = useLocation()
  const analytics = useAnalytics()
  // The event needs the user's id.
  const isReady = useSession().kind !== 'unknown'

  useEffect(() => {
    if (!isReady) return
    // A screen that redirects does so within this timeout, and its view does not count.
    const timer = setTimeout(() => {
      // Mounting the same screen again is no second view.
      if (location.pathname !== pathname || !analytics.noteViewedPage(pathname)) return
      // The link was requested in this browser, so the visit began there (rule AN1).
      if (path === '/confirm' && rememberedEmail() !== null) analytics.markVisitContinued()
      analytics.trackEvent({ name: 'page_view', path })
    })
    return () => clearTimeout(timer)
  }, [path, pathname, isReady, analytics])

  return null
}
