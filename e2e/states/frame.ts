import { openAccount, openFeedbackDialog, practiceUnsynced, sendFeedback } from './places.ts'
import { FAILED_REQUEST, FEEDBACK_DIALOG, statesOfRoute } from './state.ts'
import {
  upgradeDatabaseInOtherTab,
  abortRequests,
  failDatabaseWrites,
  keepToastsOpen,
  hangRequests,
  failRequests,
  hangDatabase,
} from './trouble.ts'
import type { Visit } from './visit.ts'

const NOT_LOADED = /Failed to load resource|dynamically imported module|preload CSS/
const ACCOUNT_CODE = /\/assets\/account-[^/]*\.js$/

/** The screen states of the frame around signed-in screens: feedback, sync and storage status, and a crashed screen. */
export const frameStates = statesOfRoute('/account', 'signed-in', [
  { name: 'feedback', covers: [FEEDBACK_DIALOG], open: openFeedbackDialog },
  {
    name: 'feedback-fault',
    after: 'feedback',
    covers: [FEEDBACK_DIALOG],
    async open(visit) {
      await visit.press('feedback:send')
      await visit.see('feedback:required')
    },
  },
  {
    name: 'feedback-long',
    after: 'feedback-fault',
    covers: [FEEDBACK_DIALOG],
    async open(visit) {
      await visit.field('feedback:label').fill('Da capo al fine, '.repeat(240).slice(0, 3999))
      await visit.see('feedback:left_one', { count: 1 })
    },
  },
  {
    name: 'feedback-failed',
    after: 'feedback-long',
    covers: [FEEDBACK_DIALOG],
    faults: FAILED_REQUEST,
    async open(visit) {
      await failRequests(visit.page, '**/api/v1/feedback', 'validation')
      await visit.field('feedback:label').fill('The click is dry.')
      await visit.press('feedback:send')
      await visit.dialog.getByRole('alert').waitFor()
    },
  },
  {
    name: 'feedback-kept',
    covers: ['showSuccess feedback:kept.*'],
    faults: FAILED_REQUEST,
    async open(visit) {
      await keepToastsOpen(visit.page)
      await abortRequests(visit.page, '**/api/v1/feedback')
      await sendFeedback(visit)
      await visit.see('feedback:kept.signal')
    },
  },
  {
    name: 'feedback-sent',
    covers: ['showSuccess feedback:sent'],
    async open(visit) {
      await keepToastsOpen(visit.page)
      await sendFeedback(visit)
      await visit.see('feedback:sent')
    },
  },
  {
    name: 'sync-slow',
    async open(visit) {
      await practiceUnsynced(visit, hangRequests)
      await visit.see('sync.syncing_one', { count: 1 })
    },
  },
  {
    name: 'screen-not-loaded',
    faults: NOT_LOADED,
    open: notLoaded,
  },
  {
    name: 'screen-not-loaded-offline',
    covers: ['showError common:toast.offline'],
    faults: NOT_LOADED,
    async open(visit) {
      await keepToastsOpen(visit.page)
      await notLoaded(visit)
      await abortRequests(visit.page, '**/*')
      await visit.press('tryAgain')
      await visit.see('toast.offline')
    },
  },
  {
    name: 'screen-broken',
    faults: /a false note/,
    async open(visit) {
      await visit.page.route(ACCOUNT_CODE, route =>
        route.fulfill({
          contentType: 'text/javascript',
          body: 'export const Account = () => { throw new Error("a false note") }',
        }),
      )
      await visit.musician.signIn()
      await visit.page.goto('/account')
      await visit.heading('failure.title').waitFor()
    },
  },
  {
    name: 'storage-full',
    covers: ['showError common:storage.*.title'],
    async open(visit) {
      // Two toasts at once: what was not saved, and why.
      await keepToastsOpen(visit.page)
      await outOfRoom(visit)
      await visit.see('storage.full.title')
      await visit.see('toast.error')
    },
  },
  {
    name: 'storage-full-explained',
    covers: ['frame/storage-notice.tsx'],
    async open(visit) {
      await outOfRoom(visit)
      await visit.press('practice:step.leave')
      await visit.press('storage.full.short')
      await visit.dialog.waitFor()
    },
  },
  {
    name: 'storage-closed',
    covers: ['showError common:storage.*.title'],
    async open(visit) {
      await keepToastsOpen(visit.page)
      await openAccount(visit)
      await upgradeDatabaseInOtherTab(visit.page)
      await visit.see('storage.closed.title')
      await visit.button('storage.closed.short').waitFor()
    },
  },
  {
    name: 'storage-unanswered-explained',
    covers: ['frame/storage-notice.tsx'],
    async open(visit) {
      await hangDatabase(visit.page)
      await openAccount(visit)
      await visit.press('storage.unanswered.short')
      await visit.dialog.waitFor()
    },
  },
  {
    name: 'storage-closed-explained',
    covers: ['frame/storage-notice.tsx'],
    async open(visit) {
      await openAccount(visit)
      await upgradeDatabaseInOtherTab(visit.page)
      await visit.press('storage.closed.short')
      await visit.dialog.waitFor()
    },
  },
])

async function notLoaded(visit: Visit) {
  await visit.page.route(ACCOUNT_CODE, route => route.abort())
  await visit.musician.signIn()
  await visit.page.goto('/practice')
  // A new version may be what is missing, so the page is loaded anew once.
  const reloaded = visit.page.waitForEvent('load')
  await visit.link('navigation.account').click()
  await reloaded
  await visit.heading('failure.notLoaded').waitFor()
}

/** A tempo was to be saved, and there is no room for it. */
async function outOfRoom(visit: Visit) {
  await visit.musician.signIn()
  await visit.musician.fillLibrary()
  await visit.page.goto('/practice')
  await visit.press('practice:start')
  await visit.page.getByRole('slider').waitFor()
  await failDatabaseWrites(visit.page)
  await visit.press('practice:step.next')
  await visit.see('toast.error')
}
