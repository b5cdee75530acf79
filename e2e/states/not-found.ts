import { statesOfRoute } from './state.ts'
import type { Visit } from './visit.ts'

// The page that does not exist is answered as such; the browser reports that on its console.
const NOWHERE = /status of 404 .*\/nowhere\)/

/** The screen states of an address that is none of ours. */
export const notFoundStates = [
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

async function nowhere(visit: Visit) {
  await visit.page.goto('/nowhere')
  await visit.heading('notFound.title').waitFor()
}
