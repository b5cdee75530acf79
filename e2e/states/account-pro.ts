import type { ProblemCode } from '#core/protocol/problem.ts'
import { DELETE_ACCOUNT, leavingStates } from './leaving.ts'
import { closeDialog, openAccount, loadAccount } from './places.ts'
import { FEEDBACK_DIALOG, statesOfRoute, UPGRADE_DIALOG } from './state.ts'
import {
  failRequests,
  hangRequests,
  keepToastsOpen,
  letRequestsThrough,
  mockSessionUser,
  SESSION_URL,
  SYNC_URL,
} from './trouble.ts'
import type { Visit } from './visit.ts'

const CHECKOUT = '**/api/v1/billing/checkout-sessions'
const PRICES = '**/api/v1/billing/prices*'
const PORTAL = '**/api/v1/billing/portal-sessions'
const REFRESH = '**/api/v1/billing/refresh'
const REFUSED = /Failed to load resource.*\/api\/v1\/billing\//

/** The screen states of buying Pro and of the account of whoever has it. */
export const accountProStates = statesOfRoute(
  '/account',
  'signed-in',
  [
    {
      name: 'account-upgrade',
      after: 'account-log-out',
      covers: [UPGRADE_DIALOG],
      async open(visit) {
        await closeDialog(visit)
        await visit.press('account:upgrade.open')
        await visit.see('upgrade:noLimits')
      },
    },
    {
      name: 'account-upgrade-failed',
      after: 'account-upgrade',
      covers: [UPGRADE_DIALOG],
      faults: REFUSED,
      async open(visit) {
        await buyInVain(visit, 'billing-not-configured')
        await visit.dialog.getByRole('alert').waitFor()
      },
    },
    {
      name: 'account-upgrade-signed-out',
      after: 'account-upgrade-failed',
      covers: [UPGRADE_DIALOG],
      faults: REFUSED,
      async open(visit) {
        await buyInVain(visit, 'signed-out')
        await visit.see('upgrade:signInAgain')
      },
    },
    {
      name: 'account-upgrade-other-price',
      after: 'account-upgrade-signed-out',
      covers: [UPGRADE_DIALOG],
      async open(visit) {
        await mockOtherPrice(visit)
        await monthPriced(visit).click()
        await visit.see('upgrade:otherPrice')
      },
    },
    {
      name: 'account-upgrade-without-prices',
      after: 'account-upgrade-other-price',
      covers: [UPGRADE_DIALOG],
      faults: REFUSED,
      async open(visit) {
        await failRequests(visit.page, PRICES, 'payment-provider-failed')
        // Another price makes the page ask for the prices again.
        await monthPriced(visit).click()
        await monthPriced(visit).waitFor({ state: 'detached' })
        await closeDialog(visit)
        await visit.press('account:upgrade.open')
        await visit.see('upgrade:noLimits')
      },
    },
    {
      name: 'account-pro-already',
      after: 'account-upgrade-without-prices',
      covers: ['showSuccess upgrade:alreadyPro'],
      faults: REFUSED,
      async open(visit) {
        await keepToastsOpen(visit.page)
        await buyInVain(visit, 'already-pro')
        await visit.see('upgrade:alreadyPro')
        await visit.dialog.waitFor({ state: 'detached' })
      },
    },
    {
      name: 'account-pro',
      async open(visit) {
        await mockSessionUser(visit.page, { stripeRole: 'pro', name: 'Clara Wieck' })
        await hangRequests(visit.page, SYNC_URL)
        await openAccount(visit)
        await visit.heading('account:plan.pro').waitFor()
      },
    },
    {
      name: 'account-delete-pro',
      after: 'account-pro',
      covers: [DELETE_ACCOUNT],
      async open(visit) {
        await visit.press('account:deletion.open')
        await visit.see('account:deletion.subscription')
      },
    },
    {
      name: 'account-support',
      after: 'account-delete-pro',
      covers: [FEEDBACK_DIALOG],
      async open(visit) {
        await closeDialog(visit)
        await visit.press('account:plan.writeToUs')
        await visit.field('feedback:support.label').waitFor()
      },
    },
    {
      name: 'account-support-sent',
      after: 'account-support',
      covers: ['showSuccess feedback:support.sent'],
      async open(visit) {
        await keepToastsOpen(visit.page)
        await visit.field('feedback:support.label').fill('My pedal turns two pages at once.')
        await visit.press('feedback:send')
        await visit.see('feedback:support.sent')
      },
    },
    {
      name: 'account-manage-signed-out',
      after: 'account-support-sent',
      covers: ['showError account:plan.signInAgain'],
      faults: REFUSED,
      async open(visit) {
        await failRequests(visit.page, PORTAL, 'signed-out')
        await loadAccount(visit)
        await visit.press('account:plan.manage')
        await visit.see('account:plan.signInAgain', { email: visit.musician.email })
      },
    },
    {
      name: 'account-paid-under-way',
      after: 'account-manage-signed-out',
      covers: ['showSuccess account:plan.underWay'],
      async open(visit) {
        await letRequestsThrough(visit.page, SESSION_URL)
        await letRequestsThrough(visit.page, SYNC_URL)
        await comeBackFromPaying(visit, null)
        await visit.see('account:plan.underWay')
        await visit.heading('account:plan.free').waitFor()
      },
    },
    {
      name: 'account-paid',
      after: 'account-paid-under-way',
      covers: ['showSuccess account:plan.welcome'],
      async open(visit) {
        await mockSessionUser(visit.page, { stripeRole: 'pro' })
        // Sync would tell that they have not paid.
        await hangRequests(visit.page, SYNC_URL)
        await comeBackFromPaying(visit, 'pro')
        await visit.see('account:plan.welcome')
        await visit.heading('account:plan.pro').waitFor()
      },
    },
  ],
  leavingStates,
)

/** Presses the button of the monthly price, which the server refuses. */
async function buyInVain(visit: Visit, code: ProblemCode) {
  await failRequests(visit.page, CHECKOUT, code)
  await visit.dialog.getByRole('button', { name: visit.t('upgrade:month') }).click()
}

/** The server would charge another price than the one that is shown. */
async function mockOtherPrice({ page }: Visit) {
  const json = { sessionId: 'cs_1', url: 'https://pay.example/cs_1', currency: 'USD', value: 9.99 }
  await page.route(CHECKOUT, route => route.fulfill({ status: 201, json }))
}

/** The button of the monthly price. The price is part of its name as soon as it is known. */
const monthPriced = ({ dialog }: Visit) => dialog.getByRole('button', { name: /2[.,]99/ })

async function comeBackFromPaying({ page }: Visit, stripeRole: 'pro' | null) {
  await page.route(REFRESH, route => route.fulfill({ json: { stripeRole } }))
  await page.goto('/account?checkout=done')
}
