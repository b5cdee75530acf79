import { openAccount, loadAccount } from './places.ts'
import { statesOfRoute } from './state.ts'
import {
  abortRequests,
  hangRequests,
  letRequestsThrough,
  mockSessionUser,
  mockSettings,
  SESSION_URL,
  SYNC_URL,
} from './trouble.ts'

/** The screen states of the account itself: whose it is, and what the screen shows of them. */
export const accountStates = statesOfRoute('/account', 'signed-in', [
  { name: 'account', open: openAccount },
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
    name: 'account-plan-loading',
    faults: /Failed to load resource.*\/api\/v1\/session\)$/,
    async open(visit) {
      await hangRequests(visit.page, SYNC_URL)
      await openAccount(visit)
      // Known from the last visit is who it is, not what they pay for.
      await visit.page.evaluate(forgetPlan)
      await abortRequests(visit.page, SESSION_URL)
      await visit.page.reload()
      await visit.see('account:plan.loading')
    },
  },
  {
    name: 'account-picture',
    after: 'account-plan-loading',
    async open(visit) {
      await letRequestsThrough(visit.page, SESSION_URL)
      await letRequestsThrough(visit.page, SYNC_URL)
      const name = 'Maria Magdalena Wilhelmine von Brentano di Tremezzo'
      await mockSessionUser(visit.page, { name, image: '/icons/icon-any-512.svg' })
      await loadAccount(visit)
      await visit.page.getByRole('heading', { name }).waitFor()
    },
  },
  {
    name: 'account-share-figures',
    after: 'account-picture',
    async open(visit) {
      await letRequestsThrough(visit.page, SESSION_URL)
      await mockSettings(visit.page, { sink: 'figures.conservatory.example.org' })
      await loadAccount(visit)
      // The name is kept from the last visit until the server answers.
      await visit.page.getByRole('heading', { name: visit.musician.email }).waitFor()
      await visit.see('account:share.what')
    },
  },
])

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
