import { notFoundStates } from './not-found.ts'
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

const privacySignedInStates = statesOfRoute(
  '/privacy',
  'signed-in',
  [{ name: 'privacy-signed-in', after: 'not-found-signed-in', open: visit => goTo(visit, 'privacy') }],
  notFoundStates,
)

const termsSignedInStates = statesOfRoute(
  '/terms',
  'signed-in',
  [{ name: 'terms-signed-in', after: 'privacy-signed-in', open: visit => goTo(visit, 'terms') }],
  privacySignedInStates,
)

/** The screen states of the pages that need no sign-in. */
export const publicPageStates = [
  ...termsStates,
  ...privacyStates,
  ...privacySignedInStates,
  ...termsSignedInStates,
]

/** By the link on the sign-in screen. */
async function follow(visit: Visit, text: 'privacy' | 'terms') {
  await visit.link(`sign-in:${text}`).click()
  await read(visit, text)
}

/** By the address, because no screen of those who are signed in has a link to it. */
async function goTo(visit: Visit, text: 'privacy' | 'terms') {
  await visit.page.goto(`/${text}`)
  await read(visit, text)
}

/** Waits for the end of the text, too, which depends on the server's settings. */
async function read(visit: Visit, text: 'privacy' | 'terms') {
  await visit.heading(`legal:${text}.title`).waitFor()
  await visit.heading('legal:operator.title').waitFor()
}
