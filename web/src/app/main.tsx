import '../theme/tokens.css'
import '../theme/font.css'
import '../theme/base.css'
import { startTransition, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { createAppServices } from './create-app-services.ts'
import { provided } from '#web/concurrency/observable.ts'
import { sleep, until } from '#web/concurrency/waiting.ts'
import { TEXTS_TIMEOUT_MS, startLoadingTexts } from '#web/language/language.ts'
import { importWithStyles } from '#web/kit/import-with-styles.ts'
import { letPageBeTranslated } from '#web/recovery/translated-page.ts'
import { trackStartedNavigations } from '#web/recovery/load-failure.ts'
import { routeAt } from './routes.tsx'
import { loadFont } from '#web/theme/load-font.ts'
import { showToastOnUnhandledErrors } from '#web/recovery/error-boundary.tsx'

// Starts before rendering, so that the last user's library opens while the texts are still loading.
letPageBeTranslated()
showToastOnUnhandledErrors()
trackStartedNavigations()
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
const first = routeAt(location.pathname)
// Code and texts of the first screen load in parallel with the session request.
startLoadingTexts(first?.namespaces ?? [])
const ready = Promise.all([first?.preload(), loadFont()])

const root = provided(document.getElementById('root'))
const isPrerendered = root.childElementCount > 0
const timeout = sleep(TEXTS_TIMEOUT_MS)
// The app renders when the first screen is loaded, because React would leave a suspended one empty for longer. An empty
// page does not wait for a screen whose texts fail to load. The page's own first screen stays until the app has as much
// to show (rule HT93); before it is known who is signed in, that is nothing.
const isUserKnown = until(app.identity.state, state => state.kind !== 'unknown' || 'failure' in state)
const canRender = isPrerendered
  ? Promise.all([ready, Promise.race([isUserKnown, timeout])])
  : Promise.race([ready, timeout])
void canRender.then(() =>
  // In a transition, React renders in short tasks and lets keys and presses through.
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
      .then(() => importWithStyles(() => import('./start-after-load.ts'), 'idle-'))
      .then(({ startAfterLoad }) => startAfterLoad(app))
      // The network failed, or the page is unloading. The next load starts it.
      .catch(() => undefined),
)
