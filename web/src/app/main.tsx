// Before React, whose scheduler looks for setImmediate once.
import '#web/recovery/reliable-scheduling.ts'
import '../theme/tokens.css'
import '../theme/font.css'
import '../theme/base.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { restoreSignInState } from '#web/identity/sign-in-state.ts'
import { TEXTS_TIMEOUT_MS, startLoadingTexts } from '#web/language/language.ts'
import { importWithStyles } from '#web/kit/import-with-styles.ts'
import { trackStartedNavigations } from '#web/recovery/load-failure.ts'
import { routeAt } from './routes.tsx'
import { showToastOnUnhandledErrors } from '#web/recovery/unhandled-errors.ts'

// Starts before rendering, so that the last user's library opens while the texts are still loading.
showToastOnUnhandledErrors()
trackStartedNavigations()
restoreSignInState()
// The user returns from a sign-in provider whose page replaced this one.
if (location.search.includes('social=')) void import('#web/identity/social-sign-in-return.ts')
const first = routeAt(location.pathname)
// Code and texts of the first screen load in parallel with the session request.
startLoadingTexts(first?.namespaces ?? [])
const ready = first?.preload()

const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no #root')
const app = createRoot(root)
// The app renders when the first screen is loaded, because React would leave a suspended one empty for longer (rule
// UI50). The frame does not wait for a screen whose texts fail to load.
const patience = new Promise(resolve => setTimeout(resolve, TEXTS_TIMEOUT_MS))
void Promise.race([ready, patience]).then(() =>
  app.render(
    <StrictMode>
      <App />
    </StrictMode>,
  ),
)

// Runs after everything the first screen needs. `npm run dev` has no worker, because it would keep old files alive.
if (import.meta.env.PROD)
  window.addEventListener(
    'load',
    () =>
      void importWithStyles(() => import('./start-after-load.ts'))
        .then(({ startAfterLoad }) => startAfterLoad())
        // The network failed, or the page is unloading. The next load registers it.
        .catch(() => undefined),
  )
