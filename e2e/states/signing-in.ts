import {
  failRequests,
  FAILED_REQUEST,
  hangRequests,
  keepToastsOpen,
  SIGN_IN_CONFIRM_URL,
  SIGN_IN_LINKS_URL,
} from './trouble.ts'
import type { Journey, Visit } from './visit.ts'

export const guestPages: Journey = {
  routes: ['*', '/', '/terms', '/privacy', '/try'],
  // The missing page has status 404.
  faults: /status of 404 .*\/nowhere\)/,
  states: {
    async 'not-found'({ page, heading }) {
      await page.goto('/nowhere')
      await heading('notFound.title').waitFor()
    },
    async 'sign-in'(visit) {
      await visit.link('notFound.toStart').click()
      await waitForSignIn(visit)
    },
    terms: visit => openLegalText(visit, 'terms'),
    async privacy(visit) {
      await visit.press('back')
      await openLegalText(visit, 'privacy')
    },
    async 'try-out'({ press, link, heading }) {
      await press('back')
      await link('sign-in:tryOut').click()
      await heading('practice:tryOut.title').waitFor()
    },
    async 'try-out-settings'({ press, dialog, t }) {
      await press('practice:click.title')
      await dialog.getByRole('tab', { name: t('practice:trainer.tab') }).waitFor()
    },
    async 'try-out-trainer'({ closeDialog, press, see }) {
      await closeDialog()
      await press('practice:trainer.switch')
      await see('practice:trainer.cleanHint')
    },
  },
}

export const signingIn: Journey = {
  routes: ['/confirm', '/signin', '/signup'],
  faults: FAILED_REQUEST,
  states: {
    async confirm({ page, heading }) {
      await page.goto(`/confirm?token=${'somebody'.repeat(6)}`)
      await heading('sign-in:confirm.ask').waitFor()
    },
    async 'confirm-loading'({ page, musician, field, press, see }) {
      await hangRequests(page, SIGN_IN_CONFIRM_URL)
      await field('sign-in:email').fill(musician.email)
      await press('sign-in:confirm.confirm')
      await see('sign-in:confirm.working')
    },
    async 'confirm-failed'(visit) {
      await failRequests(visit.page, SIGN_IN_CONFIRM_URL, 'link-invalid')
      await keepToastsOpen(visit.page)
      // The page tries again with the same address.
      await visit.page.reload()
      await visit.see('sign-in:confirm.failed')
      await waitForSignIn(visit)
    },
    async 'sign-in-account-exists'(visit) {
      await visit.page.goto('/signin?social=account-exists&provider=twitter')
      await waitForSignIn(visit)
      await visit.see('sign-in:social.exists', { provider: 'X (Twitter)' })
    },
    async 'sign-in-fault'(visit) {
      await visit.page.goto('/signup')
      await waitForSignIn(visit)
      await visit.field('sign-in:email').fill('cla')
      await visit.press('sign-in:send')
      await visit.see('field.emailTooShort')
    },
    async 'check-email'(visit) {
      await visit.field('sign-in:email').fill(visit.musician.email)
      await visit.press('sign-in:send')
      await visit.heading('sign-in:sent.title').waitFor()
    },
    async 'check-email-code-used-up'({ field, press, see }) {
      await field('sign-in:code.label').fill('111111')
      for (const count of [4, 3, 2]) {
        await see('sign-in:code.wrong_other', { count })
        await press('sign-in:code.signIn')
      }
      await see('sign-in:code.wrong_one')
      await press('sign-in:code.signIn')
      await see('sign-in:code.usedUp')
    },
    async 'sign-in-too-many-requests'({ page, press, see }) {
      await failRequests(page, SIGN_IN_LINKS_URL, 'too-many-requests')
      await press('sign-in:sent.otherAddress')
      await press('sign-in:send')
      await see('sign-in:failure.tooManyRequests')
      await see('toast.error')
    },
  },
}

async function waitForSignIn({ field, button }: Visit) {
  await field('sign-in:email').waitFor()
  await button('sign-in:social.google').waitFor()
}

async function openLegalText({ link, heading }: Visit, text: 'privacy' | 'terms') {
  await link(`legal.${text}`).click()
  await heading(`legal:${text}.title`).waitFor()
  await heading('legal:operator.title').waitFor()
}
