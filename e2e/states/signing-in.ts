import { notFoundStates } from './not-found.ts'
import { waitForSignIn } from './places.ts'
import { statesOfRoute } from './state.ts'
import type { Visit } from './visit.ts'

const startStates = statesOfRoute(
  '/',
  'guest',
  [
    {
      name: 'sign-in',
      after: 'not-found',
      async open(visit) {
        await visit.link('notFound.toStart').click()
        await waitForSignIn(visit)
      },
    },
  ],
  notFoundStates,
)

const signUpStates = statesOfRoute('/signup', 'guest', [
  { name: 'sign-in-as-sign-up', open: visit => atSignIn(visit, '/signup') },
  {
    name: 'sign-in-fault',
    after: 'sign-in-as-sign-up',
    async open(visit) {
      await visit.field('sign-in:email').fill('cla')
      await visit.press('sign-in:send')
      await visit.see('field.emailTooShort')
    },
  },
])

const providerStates = statesOfRoute('/signin', 'guest', [
  {
    name: 'sign-in-account-exists',
    async open(visit) {
      await atSignIn(visit, '/signin?social=account-exists&provider=twitter')
      await visit.see('sign-in:social.exists', { provider: 'X (Twitter)' })
    },
  },
])

/** The screen states of the form with which a musician signs in. */
export const signInStates = [...startStates, ...signUpStates, ...providerStates]

async function atSignIn(visit: Visit, path: string) {
  await visit.page.goto(path)
  await waitForSignIn(visit)
}
