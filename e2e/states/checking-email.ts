import { waitForSignIn } from './places.ts'
import { FAILED_REQUEST, statesOfRoute } from './state.ts'
import {
  abortRequests,
  failRequests,
  keepToastsOpen,
  letRequestsThrough,
  SIGN_IN_CONFIRM_URL,
  SIGN_IN_LINKS_URL,
} from './trouble.ts'
import type { Visit } from './visit.ts'

const ERROR = 'showError common:toast.error'

/** The screen states of asking for a sign-in mail and of typing its code. */
export const checkEmailStates = statesOfRoute('/signin', 'guest', [
  {
    name: 'check-email',
    async open(visit) {
      await visit.page.goto('/signin')
      await waitForSignIn(visit)
      await visit.field('sign-in:email').fill(visit.musician.email)
      await ask(visit)
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
    name: 'check-email-used-elsewhere',
    after: 'check-email-incomplete-code',
    faults: FAILED_REQUEST,
    async open(visit) {
      await failRequests(visit.page, SIGN_IN_CONFIRM_URL, 'link-used')
      await typeCode(visit)
      await visit.see('sign-in:code.usedElsewhere')
    },
  },
  {
    name: 'check-email-wrong-code',
    after: 'check-email-used-elsewhere',
    faults: FAILED_REQUEST,
    async open(visit) {
      await failRequests(visit.page, SIGN_IN_CONFIRM_URL, 'link-invalid')
      await typeCode(visit)
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
  // From here on the same toast stays open: one with the same text is the same toast.
  {
    name: 'sign-in-too-many-requests',
    after: 'check-email-code-used-up',
    covers: [ERROR],
    faults: FAILED_REQUEST,
    async open(visit) {
      await keepToastsOpen(visit.page)
      await failRequests(visit.page, SIGN_IN_LINKS_URL, 'too-many-requests')
      await visit.press('sign-in:sent.otherAddress')
      await visit.press('sign-in:send')
      await visit.see('sign-in:failure.tooManyRequests')
      await visit.see('toast.error')
    },
  },
  {
    name: 'sign-in-offline',
    after: 'sign-in-too-many-requests',
    covers: [ERROR],
    faults: FAILED_REQUEST,
    async open(visit) {
      await abortRequests(visit.page, SIGN_IN_LINKS_URL)
      await visit.press('sign-in:send')
      await visit.see('sign-in:failure.offline')
    },
  },
  {
    name: 'sign-in-foreign-origin',
    after: 'sign-in-offline',
    faults: FAILED_REQUEST,
    async open(visit) {
      await failRequests(visit.page, SIGN_IN_LINKS_URL, 'foreign-origin')
      await visit.press('sign-in:send')
      await visit.see('sign-in:failure.foreignOrigin')
    },
  },
  {
    name: 'check-email-too-many-codes',
    after: 'sign-in-foreign-origin',
    faults: FAILED_REQUEST,
    async open(visit) {
      await letRequestsThrough(visit.page, SIGN_IN_LINKS_URL)
      await ask(visit)
      await failRequests(visit.page, SIGN_IN_CONFIRM_URL, 'too-many-codes')
      await typeCode(visit)
      await visit.see('sign-in:failure.tooManyCodes')
    },
  },
  {
    name: 'check-email-damaged-link',
    after: 'check-email-too-many-codes',
    async open(visit) {
      await visit.page.goto('/confirm?token=cut-off')
      await visit.see('sign-in:confirm.damaged')
      await visit.heading('sign-in:sent.title').waitFor()
    },
  },
])

async function ask(visit: Visit) {
  await visit.press('sign-in:send')
  await visit.heading('sign-in:sent.title').waitFor()
}

async function typeCode(visit: Visit) {
  await visit.field('sign-in:code.label').fill('111111')
  await visit.press('sign-in:code.signIn')
}
