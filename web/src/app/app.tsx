import { lazy, Suspense, useEffect, type ComponentType, type ReactNode } from 'react'
import { AnalyticsContext, useAnalytics } from '#web/analytics/analytics.ts'
import { loadSentLinkEmail } from '#web/identity/sent-sign-in-link.ts'
import { IdentityContext, useSignInState } from '#web/identity/identity-service.ts'
import { loadWithTexts } from '#web/language/language.ts'
import { LibraryServicesContext, useStorageTrouble } from '#web/store/library-services.ts'
import { ErrorBoundary } from '#web/recovery/error-boundary.tsx'
import type { AppServices } from './create-app-services.ts'
import type { Sync } from '#web/sync/create-sync.ts'
import { ToastArea } from '#web/kit/toast/show-toast.tsx'
import { Redirect } from '#web/navigation/link.tsx'
import { NavigationProvider, useLocation } from '#web/navigation/use-location.tsx'
import { LazyNotFoundScreen, findScreenRoute, LazySignedInFrame } from './routes.tsx'

export function App({ device, sync, analytics, identity }: AppServices) {
  return (
    <LibraryServicesContext value={device}>
      <AnalyticsContext value={analytics}>
        <IdentityContext value={identity}>
          <NavigationProvider>
            <ErrorBoundary>
              <Suspense>
                <ToastArea />
              </Suspense>
              {/* Outside of Suspense, so that a screen stays while the code of the next one loads (decision 0013). */}
              <CurrentScreen startSync={sync.start} />
            </ErrorBoundary>
          </NavigationProvider>
        </IdentityContext>
      </AnalyticsContext>
    </LibraryServicesContext>
  )
}

function CurrentScreen({ startSync }: { startSync: Sync['start'] }) {
  const { pathname } = useLocation()
  const route = findScreenRoute(pathname)
  if (route === undefined) return <Counted path="/*" Screen={LazyNotFoundScreen} />
  const screen = <Counted path={route.path} Screen={route.Screen} />
  switch (route.access) {
    case 'guests':
      return <GuestsOnly>{screen}</GuestsOnly>
    case 'sign-in-link':
      return <GuestsOnly admitsSignedIn>{screen}</GuestsOnly>
    case 'signed-in':
      return (
        <SignedInOnly>
          <LazySignedInFrame startSync={startSync}>{screen}</LazySignedInFrame>
        </SignedInOnly>
      )
    case 'public':
      return screen
  }
}

function Counted({ path, Screen }: { path: string; Screen: ComponentType }) {
  return (
    <>
      <Screen />
      {/* Beside the screen, so that it mounts only after the screen's code has loaded. */}
      <ReportPageView path={path} />
    </>
  )
}

/** Events must contain no ids, so `path` is that of the route, such as "/pieces/:id" (rule AN4). */
function ReportPageView({ path }: { path: string }) {
  const { pathname } = useLocation()
  const analytics = useAnalytics()
  // The event needs the user's id.
  const isReady = useSignInState().kind !== 'unknown'

  useEffect(() => {
    if (!isReady) return
    // A screen that redirects does so within this timeout, and its view does not count.
    const timer = setTimeout(() => {
      // Mounting the same screen again is no second view.
      if (location.pathname !== pathname || !analytics.noteViewedPage(pathname)) return
      // The link was requested in this browser, so the visit began there (rule AN1).
      if (path === '/confirm' && loadSentLinkEmail() !== null) analytics.markVisitContinued()
      analytics.trackEvent({ name: 'page_view', path })
    })
    return () => clearTimeout(timer)
  }, [path, pathname, isReady, analytics])

  return null
}

type Guarded = { children: ReactNode }

/** Also shown to users whose session has expired, so that they can sign in again (D18). */
function GuestsOnly({ children, admitsSignedIn = false }: Guarded & { admitsSignedIn?: boolean }) {
  const session = useSignInState()
  const wanted = wantedIn(useLocation().state)
  if (session.kind === 'unknown') return <SessionUnknown failure={session.failure} />
  if (session.kind === 'guest') return children
  const isRedirected = session.kind === 'ended' ? session.because !== 'expired' : !admitsSignedIn
  return isRedirected ? <Redirect to={wanted ?? '/practice'} /> : children
}

function SignedInOnly({ children }: Guarded) {
  const session = useSignInState()
  const { pathname, search } = useLocation()
  if (session.kind === 'unknown') return <SessionUnknown failure={session.failure} />
  if (session.kind !== 'guest') return children
  return <Redirect to="/signin" state={session.isPresumed ? { wanted: pathname + search } : null} />
}

function wantedIn(state: unknown): string | null {
  if (typeof state !== 'object' || state === null) return null
  const { wanted } = state as { wanted?: unknown }
  return typeof wanted === 'string' ? wanted : null
}

function SessionUnknown({ failure }: { failure: unknown }) {
  const trouble = useStorageTrouble()
  if (failure) throw failure
  if (trouble !== 'unanswered') return null
  return <LocalDatabaseNotRespondingPage />
}

const LocalDatabaseNotRespondingPage = lazy(() =>
  loadWithTexts(
    [],
    async () => (await import('#web/frame/library-unavailable-notice.tsx')).LocalDatabaseNotRespondingPage,
  ),
)
