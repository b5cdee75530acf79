import '../theme/tokens.css'
import '../theme/font.css'
import '../theme/base.css'
import { startTransition, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { createAppServices } from './create-app-services.ts'
import { requireProvided } from '#web/concurrency/observable.ts'
import { sleep, waitUntil } from '#web/concurrency/waiting.ts'
import { startLoadingTexts } from '#web/language/language.ts'
import { tolerateBrowserTranslation } from '#web/recovery/translated-page.ts'
import { trackPageUnload } from '#web/recovery/load-failure.ts'
import { findScreenRoute } from './routes.tsx'
import { showToastOnUnhandledErrors } from '#web/recovery/error-boundary.tsx'

const MAX_WAIT_MS = 4000
const MAX_FONT_WAIT_MS = 1000

// Starts before rendering, so that the last user's library opens while the texts are still loading.
tolerateBrowserTranslation()
showToastOnUnhandledErrors()
trackPageUnload()
const app = createAppServices()
app.identity.restore()
// The user returns from a sign-in provider whose page replaced this one.
if (location.search.includes('social='))
  void import('#web/identity/social-sign-in.ts').then(({ finishReturnedSignIn }) =>
    finishReturnedSignIn(app.identity),
  )
// A page from the back/forward cache has closed its database, missed messages of other tabs, and may never get an answer
// to what it was waiting for when it was left (decision 0074).
addEventListener('pageshow', ({ persisted }) => persisted && location.reload())
const first = findScreenRoute(location.pathname)
// Code and texts of the first screen load in parallel with the session request.
startLoadingTexts(first?.namespaces ?? [])
first?.preload()

const root = requireProvided(document.getElementById('root'))
// The prerendered sign-in page stays until it is known who is there, because the app is empty until then (rule HT93).
const isUserKnown = waitUntil(app.identity.state, state => state.kind !== 'unknown' || 'failure' in state)
const isPrerendered = root.childElementCount > 0
void Promise.all([loadFont(), isPrerendered && Promise.race([isUserKnown, sleep(MAX_WAIT_MS)])]).then(() =>
  // In a transition, React renders in short tasks, lets keys and presses through, and shows nothing new until
  // the code and the texts of the screen have loaded.
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <App {...app} />
      </StrictMode>,
    ),
  ),
)

// Runs after everything the first screen needs, in a task of its own, so that no task is long.
addEventListener(
  'load',
  () =>
    void sleep(0)
      .then(() => import('./start-deferred-tasks.ts'))
      .then(({ startDeferredTasks }) => startDeferredTasks(app))
      // The network failed, or the page is unloading. The next load of the page starts it.
      .catch(() => undefined),
)

function loadFont(): Promise<unknown> {
  const timeout = sleep(MAX_FONT_WAIT_MS)
  return Promise.race([document.fonts.load('1em "Nunito Variable"').catch(() => null), timeout])
}
