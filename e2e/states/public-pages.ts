import { statesOfRoute } from './state.ts'
import type { Visit } from './visit.ts'

// The page that does not exist is answered as such; the browser reports that on its console.
const NOWHERE = /status of 404 .*\/nowhere\)/

/** The screen states of the pages that need no sign-in. */
export const publicPageStates = [
  ...statesOfRoute('/privacy', 'guest', [{ name: 'privacy', open: visit => reading(visit, 'privacy') }]),
  ...statesOfRoute('/privacy', 'signed-in', [
    { name: 'privacy-signed-in', open: visit => readingInside(visit, 'privacy') },
  ]),
  ...statesOfRoute('/terms', 'guest', [{ name: 'terms', open: visit => reading(visit, 'terms') }]),
  ...statesOfRoute('/terms', 'signed-in', [
    { name: 'terms-signed-in', open: visit => readingInside(visit, 'terms') },
  ]),
  ...statesOfRoute('*', 'guest', [{ name: 'not-found', faults: NOWHERE, open: nowhere }]),
  ...statesOfRoute('*', 'signed-in', [
    {
      name: 'not-found-signed-in',
      faults: NOWHERE,
      async open(visit) {
        await visit.musician.signIn()
        await nowhere(visit)
      },
    },
  ]),
]

async function reading(visit: Visit, text: 'privacy' | 'terms') {
  await visit.page.goto(`/${text}`)
  await visit.heading(`legal:${text}.title`).waitFor()
}

async function readingInside(visit: Visit, text: 'privacy' | 'terms') {
  await visit.musician.signIn()
  await reading(visit, text)
}

async function nowhere(visit: Visit) {
  await visit.page.goto('/nowhere')
  await visit.heading('notFound.title').waitFor()
}
