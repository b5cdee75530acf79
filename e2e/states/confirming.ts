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
    name: 'confirm-loading',
    after: 'confirm-offline',
    async open(visit) {
      await hangRequests(visit.page, SIGN_IN_CONFIRM_URL)
      await restoreNetwork(visit.page)
      // It tries again by itself with the same address.
      await visit.page.reload()
      await visit.see('sign-in:confirm.working')
    },
  },
  {
    name: 'confirm-failed',
    after: 'confirm-loading',
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
])
