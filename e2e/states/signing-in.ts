import { mockProblemResponse } from '../problem-answer.ts'
import { devAddress } from '../running-server.ts'
import { FAILED_REQUEST, statesOfRoute } from './state.ts'
import {
  SIGN_IN_CONFIRM_URL,
  abortRequests,
  keepToastsOpen,
  hangRequests,
  failRequests,
  SIGN_IN_LINKS_URL,
} from './trouble.ts'
import type { Visit } from './visit.ts'

const ERROR = 'showError common:toast.error'

/** The screen states of signing in. */
export const signInStates = [
  ...statesOfRoute('/', 'guest', [
    { name: 'sign-in', open: visit => atSignIn(visit, '/') },
    {
      name: 'sign-in-mailbox-link',
      async open(visit) {
        await atSignIn(visit, devAddress('', '/dev'))
        await visit.link('sign-in:mailbox.open').waitFor()
      },
    },
  ]),
  ...statesOfRoute('/signup', 'guest', [
    { name: 'sign-in-as-sign-up', open: visit => atSignIn(visit, '/signup') },
  ]),
  ...statesOfRoute('/signin', 'guest', [
    {
      name: 'sign-in-fault',
      async open(visit) {
        await atSignIn(visit)
        await visit.field('sign-in:email').fill('cla')
        await visit.press('sign-in:send')
        await visit.see('field.emailTooShort')
      },
    },
    {
      name: 'sign-in-too-many-requests',
      covers: [ERROR],
      faults: FAILED_REQUEST,
      async open(visit) {
        await failRequests(visit.page, SIGN_IN_LINKS_URL, 'too-many-requests')
        await asking(visit)
        await visit.see('sign-in:failure.tooManyRequests')
        await visit.see('toast.error')
      },
    },
    {
      name: 'sign-in-offline',
      covers: [ERROR],
      faults: FAILED_REQUEST,
      async open(visit) {
        await abortRequests(visit.page, SIGN_IN_LINKS_URL)
        await asking(visit)
        await visit.see('sign-in:failure.offline')
      },
    },
    {
      name: 'check-email',
      async open(visit) {
        await asking(visit)
        await visit.heading('sign-in:sent.title').waitFor()
      },
    },
    {
      name: 'check-email-incomplete-code',
      after: 'check-email',
      async open(visit) {
        await visit.press('sign-in:code.signIn')
        await visit.see('sign-in:code.incomplete')
      },
    },
    {
      name: 'check-email-wrong-code',
      after: 'check-email-incomplete-code',
      faults: FAILED_REQUEST,
      async open(visit) {
        await wrongCode(visit)
        await visit.see('sign-in:code.wrong_other', { count: 4 })
      },
    },
    {
      name: 'check-email-code-used-up',
      after: 'check-email-wrong-code',
      faults: FAILED_REQUEST,
      async open(visit) {
        for (const count of [4, 3, 2]) {
          await visit.see('sign-in:code.wrong_other', { count })
          await visit.press('sign-in:code.signIn')
        }
        await visit.see('sign-in:code.wrong_one')
        await visit.press('sign-in:code.signIn')
        await visit.see('sign-in:code.usedUp')
      },
    },
    {
      name: 'check-email-too-many-codes',
      faults: FAILED_REQUEST,
      async open(visit) {
        await failRequests(visit.page, SIGN_IN_CONFIRM_URL, 'too-many-codes')
        await asking(visit)
        await visit.field('sign-in:code.label').fill('111111')
        await visit.press('sign-in:code.signIn')
        await visit.see('sign-in:failure.tooManyCodes')
      },
    },
    {
      name: 'sign-in-popup-closed',
      covers: ['showError sign-in:social.closed'],
      async open(visit) {
        await keepToastsOpen(visit.page)
        await atSignIn(visit)
        const popup = visit.page.waitForEvent('popup')
        await visit.press('sign-in:social.google')
        await (await popup).close()
        await visit.see('sign-in:social.closed')
      },
    },
    {
      name: 'sign-in-cancelled',
      covers: ['showError sign-in:social.cancelled'],
      async open(visit) {
        await keepToastsOpen(visit.page)
        await atSignIn(visit, '/signin?social=cancelled&provider=google')
        await visit.see('sign-in:social.cancelled')
      },
    },
    {
      name: 'sign-in-unproven',
      async open(visit) {
        await atSignIn(visit, '/signin?social=email-unproven&provider=twitter')
        await visit.see('sign-in:social.unproven', { provider: 'X (Twitter)' })
      },
    },
    {
      name: 'sign-in-account-exists',
      async open(visit) {
        await atSignIn(visit, '/signin?social=account-exists&provider=twitter')
        await visit.see('sign-in:social.exists', { provider: 'X (Twitter)' })
      },
    },
    {
      name: 'sign-in-without-network',
      after: 'sign-in-fault',
      faults: FAILED_REQUEST,
      async open(visit) {
        await visit.button('sign-in:social.google').waitFor()
        await visit.page.context().setOffline(true)
        await visit.see('sign-in:social.offline')
      },
    },
  ]),
  ...statesOfRoute('/confirm', 'guest', [
    { name: 'confirm', open: atConfirm },
    {
      name: 'confirm-fault',
      after: 'confirm',
      async open(visit) {
        await visit.field('sign-in:email').fill('cla')
        await visit.field('sign-in:email').blur()
        await visit.see('field.emailTooShort')
      },
    },
    {
      name: 'confirm-loading',
      async open(visit) {
        await hangRequests(visit.page, SIGN_IN_CONFIRM_URL)
        await confirming(visit)
        await visit.see('sign-in:confirm.working')
      },
    },
    {
      name: 'confirm-offline',
      after: 'confirm-fault',
      faults: FAILED_REQUEST,
      async open(visit) {
        await visit.field('sign-in:email').fill(visit.musician.email)
        await visit.page.context().setOffline(true)
        await visit.press('sign-in:confirm.confirm')
        await visit.see('sign-in:failure.offline')
      },
    },
    {
      name: 'confirm-unreachable',
      faults: FAILED_REQUEST,
      async open(visit) {
        await abortRequests(visit.page, SIGN_IN_CONFIRM_URL)
        await confirming(visit)
        await visit.see('sign-in:confirm.trouble.unreachable')
      },
    },
    {
      name: 'confirm-too-many',
      faults: FAILED_REQUEST,
      async open(visit) {
        await failRequests(visit.page, SIGN_IN_CONFIRM_URL, 'too-many-requests')
        await confirming(visit)
        await visit.see('sign-in:confirm.trouble.tooMany_one')
      },
    },
    {
      name: 'confirm-email-refused',
      faults: FAILED_REQUEST,
      async open(visit) {
        const answer = mockProblemResponse('validation', { errors: [{ field: 'email', code: 'format' }] })
        await visit.page.route(SIGN_IN_CONFIRM_URL, route => route.fulfill(answer))
        await confirming(visit)
        await visit.see('sign-in:failure.emailRefused')
      },
    },
    {
      name: 'confirm-failed',
      covers: ['showError sign-in:confirm.failed'],
      faults: FAILED_REQUEST,
      async open(visit) {
        await keepToastsOpen(visit.page)
        await failRequests(visit.page, SIGN_IN_CONFIRM_URL, 'link-invalid')
        await confirming(visit)
        await visit.see('sign-in:confirm.failed')
        await visit.field('sign-in:email').waitFor()
      },
    },
  ]),
]

async function atSignIn(visit: Visit, path = '/signin') {
  await visit.page.goto(path)
  await visit.field('sign-in:email').waitFor()
}

async function asking(visit: Visit) {
  await keepToastsOpen(visit.page)
  await atSignIn(visit)
  await visit.field('sign-in:email').fill(visit.musician.email)
  await visit.press('sign-in:send')
}

async function wrongCode(visit: Visit) {
  await failRequests(visit.page, SIGN_IN_CONFIRM_URL, 'link-invalid')
  await visit.field('sign-in:code.label').fill('111111')
  await visit.press('sign-in:code.signIn')
}

async function atConfirm(visit: Visit) {
  await visit.page.goto('/confirm?token=somebodys')
  await visit.heading('sign-in:confirm.ask').waitFor()
}

/** In the browser in which the link was asked for. */
async function confirming(visit: Visit) {
  await visit.page.addInitScript(email => localStorage.setItem('dacapo.email', email), visit.musician.email)
  await visit.page.goto('/confirm?token=somebodys')
}
