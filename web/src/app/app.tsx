import { Suspense, type ComponentType } from 'react'
import { AnalyticsContext } from '#web/analytics/analytics.ts'
import { IdentityContext } from '#web/identity/user-identity.ts'
import { DeviceLibraryContext } from '#web/store/device-library.ts'
import { ErrorBoundary } from '#web/recovery/error-boundary.tsx'
import type { AppServices } from './create-app-services.ts'
import { GuestsOnly, SignedInOnly } from './guards.tsx'
import type { Sync } from '#web/sync/create-sync.ts'
import { ToastArea } from '#web/kit/toast/show-toast.tsx'
import { NavigationProvider, useLocation } from '#web/navigation/use-location.tsx'
import { ReportPageView } from '#web/frame/report-page-view.tsx'
import { NotFoundView, routeAt, SignedInFrameView } from './routes.tsx'

/**
 * Renders the app: the screen at the current address, if the visitor may open it, and the toasts (short messages). There
 * is no Suspense boundary around it: while the code of a screen or dialog is loading, what is shown stays (decision 0013).
 */
export function App({ device, sync, analytics, identity }: AppServices) {
  return (
    <DeviceLibraryContext value={device}>
      <AnalyticsContext value={analytics}>
        <IdentityContext value={identity}>
          <NavigationProvider>
            <ErrorBoundary>
              <Suspense>
                <ToastArea />
              </Suspense>
              <CurrentScreen startSync={sync.start} />
            </ErrorBoundary>
          </NavigationProvider>
        </IdentityContext>
      </AnalyticsContext>
    </DeviceLibraryContext>
  )
}

function CurrentScreen({ startSync }: { startSync: Sync['start'] }) {
  const { pathname } = useLocation()
  const route = routeAt(pathname)
  if (route === undefined) return <Counted path="/*" Screen={NotFoundView} />
  const screen = <Counted path={route.path} Screen={route.Screen} />
  switch (route.access) {
    case 'guests':
      return <GuestsOnly>{screen}</GuestsOnly>
    case 'sign-in-link':
      return <GuestsOnly admitsSignedIn>{screen}</GuestsOnly>
    case 'signed-in':
      return (
        <SignedInOnly>
          <SignedInFrameView startSync={startSync}>{screen}</SignedInFrameView>
        </SignedInOnly>
      )
    case 'public':
      return screen
  }
}

/** Renders a screen and reports its page view. The wrapper is shown only when the screen's code is loaded. */
function Counted({ path, Screen }: { path: string; Screen: ComponentType }) {
  return (
    <>
      <Screen />
      <ReportPageView path={path} />
    </>
  )
}
