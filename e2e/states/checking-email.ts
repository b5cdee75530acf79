import { waitForSignIn } from './places.ts'
import { FAILED_REQUEST, statesOfRoute } from './state.ts'
import { failRequests, keepToastsOpen, SIGN_IN_CONFIRM_URL, SIGN_IN_LINKS_URL } from './trouble.ts'

/** The screen states of asking for a sign-in mail and of typing its code. */
export const checkEmailStates = statesOfRoute('/signin', 'guest', [
  {
    name: 'check-email',
    async open(visit) {
      await visit.page.goto('/signin')
      await waitForSignIn(visit)
      await visit.field('sign-in:email').fill(visit.musician.email)
      await visit.press('sign-in:send')
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
    name: 'check-email-code-used-up',
    after: 'check-email-incomplete-code',
    faults: FAILED_REQUEST,
    async open(visit) {
      await failRequests(visit.page, SIGN_IN_CONFIRM_URL, 'link-invalid')
      await visit.field('sign-in:code.label').fill('111111')
      await visit.press('sign-in:code.signIn')
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
    name: 'sign-in-too-many-requests',
    after: 'check-email-code-used-up',
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
])
