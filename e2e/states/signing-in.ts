import { devAddress } from '../running-server.ts'
import { notFoundStates } from './not-found.ts'
import { waitForSignIn } from './places.ts'
import { FAILED_REQUEST, statesOfRoute } from './state.ts'
import { failRequests, keepToastsOpen } from './trouble.ts'
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
  {
    name: 'sign-in-without-network',
    after: 'sign-in-fault',
    faults: FAILED_REQUEST,
    async open(visit) {
      await visit.page.context().setOffline(true)
      await visit.see('sign-in:social.offline')
    },
  },
])

const providerStates = statesOfRoute('/signin', 'guest', [
  {
    name: 'sign-in-popup-closed',
    covers: ['showError sign-in:social.closed'],
    async open(visit) {
      await keepToastsOpen(visit.page)
      await atSignIn(visit, '/signin')
      const popup = visit.page.waitForEvent('popup')
      await visit.press('sign-in:social.google')
      await (await popup).close()
      await visit.see('sign-in:social.closed')
    },
  },
  {
    name: 'sign-in-provider-foreign-origin',
    faults: FAILED_REQUEST,
    async open(visit) {
      await keepToastsOpen(visit.page)
      await atSignIn(visit, '/signin')
      await failRequests(visit.page, '**/api/auth/sign-in/social', 'foreign-origin')
      await visit.press('sign-in:social.google')
      await visit.see('sign-in:failure.foreignOrigin')
    },
  },
  {
    name: 'sign-in-cancelled',
    after: 'sign-in-popup-closed',
    covers: ['showError sign-in:social.cancelled'],
    async open(visit) {
      await atSignIn(visit, '/signin?social=cancelled&provider=google')
      await visit.see('sign-in:social.cancelled')
    },
  },
  {
    name: 'sign-in-unproven',
    after: 'sign-in-cancelled',
    async open(visit) {
      await atSignIn(visit, '/signin?social=email-unproven&provider=twitter')
      await visit.see('sign-in:social.unproven', { provider: 'X (Twitter)' })
    },
  },
  {
    name: 'sign-in-account-exists',
    after: 'sign-in-unproven',
    async open(visit) {
      await atSignIn(visit, '/signin?social=account-exists&provider=twitter')
      await visit.see('sign-in:social.exists', { provider: 'X (Twitter)' })
    },
  },
])

const mailboxStates = statesOfRoute(
  '/',
  'guest',
  [
    {
      name: 'sign-in-mailbox-link',
      after: 'sign-in-account-exists',
      async open(visit) {
        await atSignIn(visit, devAddress('', '/dev'))
        await visit.link('sign-in:mailbox.open').waitFor()
      },
    },
  ],
  providerStates,
)

/** The screen states of the form with which a musician signs in. */
export const signInStates = [...startStates, ...signUpStates, ...providerStates, ...mailboxStates]

async function atSignIn(visit: Visit, path: string) {
  await visit.page.goto(path)
  await waitForSignIn(visit)
}
