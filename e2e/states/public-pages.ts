import { signInStates } from './signing-in.ts'
import { statesOfRoute } from './state.ts'
import type { Visit } from './visit.ts'

const termsStates = statesOfRoute(
  '/terms',
  'guest',
  [{ name: 'terms', after: 'sign-in', open: visit => follow(visit, 'terms') }],
  signInStates,
)

const privacyStates = statesOfRoute(
  '/privacy',
  'guest',
  [
    {
      name: 'privacy',
      after: 'terms',
      async open(visit) {
        await visit.press('back')
        await follow(visit, 'privacy')
      },
    },
  ],
  termsStates,
)

/** The screen states of the pages that need no sign-in. */
export const publicPageStates = [...termsStates, ...privacyStates]

/** By the link on the sign-in screen. Waits for the end of the text, too, which depends on the server's settings. */
async function follow(visit: Visit, text: 'privacy' | 'terms') {
  await visit.link(`sign-in:${text}`).click()
  await visit.heading(`legal:${text}.title`).waitFor()
  await visit.heading('legal:operator.title').waitFor()
}
