import './theme/tokens.css'
import './theme/font.css'
import './theme/base.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { startSession } from './identity/session-state.ts'
import { startLanguage } from './language/language.ts'
import { routeAt } from './routes.tsx'
import { answerUnforeseenErrors } from './unforeseen-errors.ts'

// Before anything is drawn: the library of the last user opens while the texts are still on their way.
answerUnforeseenErrors()
startSession()
// Somebody comes back from a provider whose page took the place of this one.
if (location.search.includes('social=')) void import('./identity/social-return.ts')
const first = routeAt(location.pathname)
// Code and texts of the first screen travel together, beside the question who is signed in.
startLanguage(first?.namespaces ?? [])
const ready = first?.preload()

const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no #root')
const app = createRoot(root)
// Drawn when it is there: what React has to wait for it leaves empty for longer than it takes (rule UI50).
void Promise.resolve(ready).then(() =>
  app.render(
    <StrictMode>
      <App />
    </StrictMode>,
  ),
)

// After everything that the first screen needs; `npm run dev` has no worker, which would keep old files alive.
if (import.meta.env.PROD)
  window.addEventListener('load', () => void import('./after-load.ts').then(({ afterLoad }) => afterLoad()))
