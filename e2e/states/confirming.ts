import { maskEmail } from '#core/protocol/sign-in.ts'
import { mockProblemResponse } from '../problem-answer.ts'
import { waitForSignIn } from './places.ts'
import { FAILED_REQUEST, statesOfRoute } from './state.ts'
import {
  abortRequests,
  failRequests,
  hangRequests,
  keepToastsOpen,
  restoreNetwork,
  SIGN_IN_CONFIRM_URL,
  SIGN_IN_LINK_OWNER_URL,
} from './trouble.ts'

const LINK = `/confirm?token=${'somebody'.repeat(6)}`

/** The screen states of opening the link of a mail while somebody is signed in. */
export const foreignLinkStates = statesOfRoute('/confirm', 'signed-in', [
  {
    name: 'confirm-foreign',
    async open(visit) {
      await visit.musician.signIn()
      await visit.page.route(SIGN_IN_LINK_OWNER_URL, route =>
        route.fulfill({ json: { email: 'r…@example.org', isYours: false } }),
      )
      await visit.page.goto(LINK)
      await visit.heading('sign-in:confirm.foreign.title').waitFor()
    },
  },
  {
    name: 'confirm-foreign-unknown',
    after: 'confirm-foreign',
    faults: FAILED_REQUEST,
    async open(visit) {
      await abortRequests(visit.page, SIGN_IN_LINK_OWNER_URL)
      await visit.page.reload()
      await visit.see('sign-in:confirm.foreign.switchUnknown')
    },
  },
  {
    name: 'confirm-foreign-loading',
    after: 'confirm-foreign-unknown',
    async open(visit) {
      await hangRequests(visit.page, SIGN_IN_LINK_OWNER_URL)
      await visit.page.reload()
      await visit.see('sign-in:confirm.foreign.looking')
    },
  },
  {
    name: 'confirm-foreign-used-up',
    after: 'confirm-foreign-loading',
    covers: ['showSuccess sign-in:confirm.foreign.usedUp'],
    faults: FAILED_REQUEST,
    async open(visit) {
      await keepToastsOpen(visit.page)
      await failRequests(visit.page, SIGN_IN_LINK_OWNER_URL, 'link-invalid')
      await visit.page.reload()
      await visit.see('sign-in:confirm.foreign.usedUp', { as: maskEmail(visit.musician.email) })
      await visit.heading('practice:empty.title').waitFor()
    },
  },
])

/** The screen states of signing in with the link of a mail. */
export const confirmStates = statesOfRoute('/confirm', 'guest', [
  {
    name: 'confirm',
    async open(visit) {
      await visit.page.goto(LINK)
      await visit.heading('sign-in:confirm.ask').waitFor()
    },
  },
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
    after: 'confirm-offline',
    faults: FAILED_REQUEST,
    async open(visit) {
      await abortRequests(visit.page, SIGN_IN_CONFIRM_URL)
      await restoreNetwork(visit.page)
      await visit.press('sign-in:confirm.again')
      await visit.see('sign-in:confirm.trouble.unreachable')
    },
  },
  {
    name: 'confirm-too-many',
    after: 'confirm-unreachable',
    faults: FAILED_REQUEST,
    async open(visit) {
      await failRequests(visit.page, SIGN_IN_CONFIRM_URL, 'too-many-requests')
      await visit.press('sign-in:confirm.again')
      await visit.see('sign-in:confirm.trouble.tooMany')
    },
  },
  {
    name: 'confirm-email-refused',
    after: 'confirm-too-many',
    faults: FAILED_REQUEST,
    async open(visit) {
      const answer = mockProblemResponse('validation', { errors: [{ field: 'email', code: 'format' }] })
      await visit.page.route(SIGN_IN_CONFIRM_URL, route => route.fulfill(answer))
      await visit.press('sign-in:confirm.again')
      await visit.see('sign-in:failure.emailRefused')
    },
  },
  {
    name: 'confirm-loading',
    after: 'confirm-email-refused',
    async open(visit) {
      await hangRequests(visit.page, SIGN_IN_CONFIRM_URL)
      await visit.press('sign-in:confirm.confirm')
      await visit.see('sign-in:confirm.working')
    },
  },
  {
    name: 'confirm-failed',
    after: 'confirm-loading',
    covers: ['showError sign-in:confirm.failed'],
    faults: FAILED_REQUEST,
    async open(visit) {
      await keepToastsOpen(visit.page)
      await failRequests(visit.page, SIGN_IN_CONFIRM_URL, 'link-invalid')
      // A page that is loaded anew tries again with the same link and address.
      await visit.page.reload()
      await visit.see('sign-in:confirm.failed')
      await waitForSignIn(visit)
    },
  },
  {
    name: 'confirm-damaged',
    after: 'confirm-failed',
    async open(visit) {
      await visit.page.goto('/confirm?token=cut-off')
      await visit.see('sign-in:confirm.damagedElsewhere')
      await waitForSignIn(visit)
    },
  },
])
