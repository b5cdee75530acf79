import { installationStates } from './on-device.ts'
import { openAccount } from './places.ts'
import { FEEDBACK_DIALOG, statesOfRoute } from './state.ts'
import { failRequests, FEEDBACK_URL } from './trouble.ts'

const REFUSED = /Failed to load resource.*\/api\/v1\/feedback\)$/

/** The screen states of giving feedback. */
export const feedbackStates = statesOfRoute(
  '/account',
  'signed-in',
  [
    {
      name: 'feedback',
      covers: [FEEDBACK_DIALOG],
      async open(visit) {
        await openAccount(visit)
        await visit.press('navigation.feedback')
        await visit.field('feedback:label').waitFor()
      },
    },
    {
      name: 'feedback-fault',
      after: 'feedback',
      covers: [FEEDBACK_DIALOG],
      async open(visit) {
        await visit.press('feedback:send')
        await visit.see('feedback:required')
      },
    },
    {
      name: 'feedback-long',
      after: 'feedback-fault',
      covers: [FEEDBACK_DIALOG],
      async open(visit) {
        await visit.field('feedback:label').fill('Da capo al fine, '.repeat(240).slice(0, 3999))
        await visit.see('feedback:left_one', { count: 1 })
      },
    },
    {
      name: 'feedback-failed',
      after: 'feedback-long',
      covers: [FEEDBACK_DIALOG],
      faults: REFUSED,
      async open(visit) {
        await failRequests(visit.page, FEEDBACK_URL, 'validation')
        await visit.field('feedback:label').fill('The click is dry.')
        await visit.press('feedback:send')
        await visit.dialog.getByRole('alert').waitFor()
      },
    },
  ],
  installationStates,
)
