import type { ProblemCode } from '#core/protocol/problem.ts'
import { closeDialog, openAccount, practiceUnsynced, sendFeedback } from './places.ts'
import { FAILED_REQUEST, FEEDBACK_DIALOG, statesOfRoute, UPGRADE_DIALOG } from './state.ts'
import {
  abortRequests,
  keepToastsOpen,
  failLocalStorageWrites,
  hangRequests,
  failRequests,
  SYNC_URL,
  mockSessionUser,
} from './trouble.ts'
import type { Visit } from './visit.ts'

const CHECKOUT = '**/api/v1/billing/checkout-sessions'
const PRICES = '**/api/v1/billing/prices*'
const PORTAL = '**/api/v1/billing/portal-sessions'

/** The screen states of the account, buying Pro and logging out. */
export const accountStates = statesOfRoute('/account', 'signed-in', [
  { name: 'account', open: openAccount },
  {
    name: 'account-pro',
    open: asPro,
  },
  {
    name: 'account-shortcuts',
    after: 'account',
    covers: ['kit/shortcuts/shortcuts-dialog.tsx'],
    async open(visit) {
      await visit.press('account:shortcuts')
      await visit.heading('shortcuts:everywhere.title').waitFor()
    },
  },
  {
    name: 'account-support',
    after: 'account-pro',
    covers: [FEEDBACK_DIALOG],
    async open(visit) {
      await visit.press('account:plan.writeToUs')
      await visit.field('feedback:support.label').waitFor()
    },
  },
  {
    name: 'account-support-sent',
    covers: ['showSuccess feedback:support.sent'],
    async open(visit) {
      await keepToastsOpen(visit.page)
      await asPro(visit)
      await visit.press('account:plan.writeToUs')
      await visit.field('feedback:support.label').fill('My pedal turns two pages at once.')
      await visit.press('feedback:send')
      await visit.see('feedback:support.sent')
    },
  },
  {
    name: 'account-manage-signed-out',
    covers: ['showError account:plan.signInAgain'],
    faults: FAILED_REQUEST,
    async open(visit) {
      await keepToastsOpen(visit.page)
      await failRequests(visit.page, PORTAL, 'signed-out')
      await asPro(visit)
      await visit.press('account:plan.manage')
      await visit.see('account:plan.signInAgain', { email: visit.musician.email })
    },
  },
  {
    name: 'account-picture',
    async open(visit) {
      const name = 'Maria Magdalena Wilhelmine von Brentano di Tremezzo'
      await mockSessionUser(visit.page, { name, image: '/icons/icon-any-512.svg' })
      await openAccount(visit)
      await visit.page.getByRole('heading', { name }).waitFor()
    },
  },
  {
    name: 'account-plan-loading',
    faults: FAILED_REQUEST,
    async open(visit) {
      await hangRequests(visit.page, SYNC_URL)
      await openAccount(visit)
      // Known from the last visit is who it is, not what they pay for.
      await visit.page.evaluate(forgetPlan)
      await abortRequests(visit.page, '**/api/v1/session')
      await visit.page.reload()
      await visit.see('account:plan.loading')
    },
  },
  {
    name: 'account-paid',
    covers: ['showSuccess account:plan.welcome'],
    open: visit => backFromPaying(visit, 'pro', 'account:plan.welcome'),
  },
  {
    name: 'account-paid-under-way',
    covers: ['showSuccess account:plan.underWay'],
    open: visit => backFromPaying(visit, null, 'account:plan.underWay'),
  },
  {
    name: 'account-log-out',
    after: 'account-shortcuts',
    covers: ['screens/account/log-out-dialog.tsx'],
    async open(visit) {
      await closeDialog(visit)
      await visit.press('account:logOut')
      await visit.see('account:allSaved')
    },
  },
  {
    name: 'account-log-out-unsynced',
    covers: ['screens/account/log-out-dialog.tsx'],
    faults: FAILED_REQUEST,
    async open(visit) {
      await practiceUnsynced(visit)
      await visit.link('navigation.account').click()
      await visit.press('account:logOut')
      await visit.see('account:wouldBeLost_one')
    },
  },
  {
    name: 'account-log-out-offline',
    covers: ['screens/account/log-out-dialog.tsx'],
    faults: FAILED_REQUEST,
    async open(visit) {
      await practiceUnsynced(visit)
      await visit.button('sync.unreachableWaiting_one', { count: 1 }).waitFor()
      await visit.link('navigation.account').click()
      await visit.press('account:logOut')
      await visit.see('account:logOutUnheard')
    },
  },
  {
    name: 'account-log-out-letters',
    covers: ['screens/account/log-out-dialog.tsx'],
    faults: FAILED_REQUEST,
    async open(visit) {
      await abortRequests(visit.page, '**/api/v1/feedback')
      await sendFeedback(visit)
      await visit.see('feedback:kept.signal')
      await visit.press('account:logOut')
      await visit.see('account:lettersWouldBeLost_one')
    },
  },
  {
    name: 'account-log-out-failed',
    covers: ['screens/account/log-out-dialog.tsx'],
    faults: FAILED_REQUEST,
    async open(visit) {
      await abortRequests(visit.page, '**/api/v1/sign-out')
      await leaving(visit)
      await failLocalStorageWrites(visit.page)
      await visit.dialog.getByRole('button', { name: visit.t('account:logOut') }).click()
      await visit.dialog.getByRole('alert').waitFor()
    },
  },
  {
    name: 'account-logged-out',
    covers: ['showSignedOut common:toast.signedOut'],
    async open(visit) {
      await keepToastsOpen(visit.page)
      await leaving(visit)
      await visit.dialog.getByRole('button', { name: visit.t('account:logOut') }).click()
      await visit.see('toast.signedOut')
      await visit.field('sign-in:email').waitFor()
    },
  },
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
    faults: FAILED_REQUEST,
    async open(visit) {
      await buyInVain(visit, 'billing-not-configured')
      await visit.dialog.getByRole('alert').waitFor()
    },
  },
  {
    name: 'account-upgrade-signed-out',
    after: 'account-upgrade-failed',
    covers: [UPGRADE_DIALOG],
    faults: FAILED_REQUEST,
    async open(visit) {
      await buyInVain(visit, 'signed-out')
      await visit.see('upgrade:signInAgain')
    },
  },
  {
    name: 'account-upgrade-other-price',
    covers: [UPGRADE_DIALOG],
    async open(visit) {
      const json = { sessionId: 'cs_1', url: 'https://pay.example/cs_1', currency: 'USD', value: 9.99 }
      await visit.page.route(CHECKOUT, route => route.fulfill({ status: 201, json }))
      await upgrading(visit)
      // The price is part of the name as soon as it is known.
      await visit.dialog.getByRole('button', { name: /2[.,]99/ }).click()
      await visit.see('upgrade:otherPrice')
    },
  },
  {
    name: 'account-upgrade-without-prices',
    covers: [UPGRADE_DIALOG],
    faults: FAILED_REQUEST,
    async open(visit) {
      await failRequests(visit.page, PRICES, 'payment-provider-failed')
      await upgrading(visit)
      await visit.see('upgrade:noLimits')
    },
  },
  {
    name: 'account-pro-already',
    covers: ['showSuccess upgrade:alreadyPro'],
    faults: FAILED_REQUEST,
    async open(visit) {
      await keepToastsOpen(visit.page)
      await upgrading(visit)
      await buyInVain(visit, 'already-pro')
      await visit.see('upgrade:alreadyPro')
    },
  },
  {
    name: 'account-share-figures',
    async open(visit) {
      await visit.page.route('**/api/v1/config', async route => {
        const response = await route.fetch()
        const settings = (await response.json()) as object
        const analytics = { sink: 'figures.conservatory.example.org' }
        await route.fulfill({ response, json: { ...settings, analytics } })
      })
      await openAccount(visit)
      await visit.see('account:share.what')
    },
  },
])

async function asPro(visit: Visit) {
  await mockSessionUser(visit.page, { stripeRole: 'pro', name: 'Clara Wieck' })
  await hangRequests(visit.page, SYNC_URL)
  await openAccount(visit)
  await visit.heading('account:plan.pro').waitFor()
}

async function leaving(visit: Visit) {
  await openAccount(visit)
  await visit.press('account:logOut')
  await visit.dialog.waitFor()
}

async function upgrading(visit: Visit) {
  await openAccount(visit)
  await visit.press('account:upgrade.open')
  await visit.dialog.waitFor()
}

/** Presses the button of the monthly price, which the server refuses. */
async function buyInVain(visit: Visit, code: ProblemCode) {
  await failRequests(visit.page, CHECKOUT, code)
  await visit.dialog.getByRole('button', { name: visit.t('upgrade:month') }).click()
}

/** Takes the plan out of what this device keeps. */
async function forgetPlan() {
  const names = (await indexedDB.databases()).map(({ name }) => name ?? '')
  for (const name of names) {
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const opening = indexedDB.open(name)
      opening.addEventListener('success', () => resolve(opening.result))
      opening.addEventListener('error', () => reject(new Error('not opened')))
    })
    if (database.objectStoreNames.contains('meta')) {
      const transaction = database.transaction('meta', 'readwrite')
      transaction.objectStore('meta').delete('position')
      // A page that goes takes with it what was not written yet.
      await new Promise(resolve => transaction.addEventListener('complete', resolve))
    }
    database.close()
  }
}

async function backFromPaying({ page, musician, see }: Visit, stripeRole: 'pro' | null, words: string) {
  await keepToastsOpen(page)
  await musician.signIn()
  await page.route('**/api/v1/billing/refresh', route => route.fulfill({ json: { stripeRole } }))
  if (stripeRole) await mockSessionUser(page, { stripeRole })
  await page.goto('/account?checkout=done')
  await see(words)
}
