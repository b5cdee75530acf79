import type { ProblemCode } from '#core/protocol/problem.ts'
import { DELETE_ACCOUNT, leavingStates } from './leaving.ts'
import { closeDialog, openAccount } from './places.ts'
import { FEEDBACK_DIALOG, statesOfRoute, UPGRADE_DIALOG } from './state.ts'
import { failRequests, hangRequests, mockSessionUser, SYNC_URL } from './trouble.ts'
import type { Visit } from './visit.ts'

const CHECKOUT = '**/api/v1/billing/checkout-sessions'
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
  ],
  leavingStates,
)

/** Presses the button of the monthly price, which the server refuses. */
async function buyInVain(visit: Visit, code: ProblemCode) {
  await failRequests(visit.page, CHECKOUT, code)
  await visit.dialog.getByRole('button', { name: visit.t('upgrade:month') }).click()
}
