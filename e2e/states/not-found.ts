import { statesOfRoute } from './state.ts'

/** The screen states of an address that is none of ours. */
export const notFoundStates = statesOfRoute('*', 'guest', [
  {
    name: 'not-found',
    // The page that does not exist is answered as such; the browser reports that on its console.
    faults: /status of 404 .*\/nowhere\)/,
    async open(visit) {
      await visit.page.goto('/nowhere')
      await visit.heading('notFound.title').waitFor()
    },
  },
])
