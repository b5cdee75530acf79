import { Suspense, type ComponentType } from 'react'
import { BrowserRouter, Route, Routes } from 'react-router'
import { ErrorBoundary } from './error-boundary.tsx'
import { GuestsOnly, SignedInOnly } from './guards.tsx'
import { ToastArea } from './kit/toast.tsx'
import { PageView } from './page-view.tsx'
import { NotFound, ROUTES, SignedInFrame, type Access } from './routes.tsx'

/** The whole interface: addresses, who may see them, and the toasts above everything. */
export function App() {
  return (
    <BrowserRouter>
      <ErrorBoundary>
        <Suspense>
          <ToastArea />
        </Suspense>
        <Suspense>
          <Routes>
            <Route element={<GuestsOnly />}>{routesFor('guests')}</Route>
            <Route element={<SignedInOnly />}>
              <Route element={<SignedInFrame />}>{routesFor('signed-in')}</Route>
            </Route>
            {routesFor('public')}
            <Route path="*" element={<Counted path="/*" Screen={NotFound} />} />
          </Routes>
        </Suspense>
      </ErrorBoundary>
    </BrowserRouter>
  )
}

const routesFor = (access: Access) =>
  ROUTES.filter(route => route.access === access).map(({ path, Screen }) => (
    <Route key={path} path={path} element={<Counted path={path} Screen={Screen} />} />
  ))

/** A screen whose views are counted; both are there at the same moment, when everything is loaded. */
function Counted({ path, Screen }: { path: string; Screen: ComponentType }) {
  return (
    <>
      <Screen />
      <PageView path={path} />
    </>
  )
}
