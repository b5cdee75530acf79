import { randomPartId } from '#tests/library/library-changes.ts'
import {
  storeRejectedChanges,
  rejectedPieceCreation,
  type RejectedChangeFixture,
} from '../sync/stored-rejections.ts'
import { startRoutine } from './practicing.ts'
import {
  abortRequests,
  FAILED_REQUEST,
  failDatabaseWrites,
  failRequests,
  keepToastsOpen,
  letRequestsThrough,
  letToastsGo,
  SESSION_URL,
  SYNC_URL,
} from './trouble.ts'
import type { Journey, Visit } from './visit.ts'

const LONG = 'Donaudampfschifffahrtskapellmeistersgigue'.slice(0, 25)

export const rejectedChanges: Journey = {
  routes: ['/account'],
  dialogs: ['sync-status/sync-dialog.tsx', 'sync-status/rejected-change-list.tsx'],
  faults: FAILED_REQUEST,
  states: {
    async 'sync-rejected-discard'(visit) {
      await visit.musician.signIn()
      await visit.page.goto('/account')
      await visit.button('account:logOut').waitFor()
      await showRejections(visit, [
        ...Array.from({ length: 30 }, () => rejectedPieceCreation(LONG, 'server-error')),
        ...oneOfEachRejection(),
      ])
      await visit.press('sync:rejected.discardAll')
      await visit.see('sync:rejected.discardQuestion_other', { count: 41 })
    },
    async 'sync-rejected'({ page, button, press }) {
      await page.keyboard.press('Escape')
      await button('sync:rejected.more_other', { count: 20 }).waitFor()
      await press('sync:rejected.more_other', { count: 20 })
    },
    async 'sync-update-needed'({ page, button }) {
      await failRequests(page, SYNC_URL, 'client-too-old')
      await page.reload()
      await button('sync.update-needed').waitFor()
    },
    async 'sync-details-signed-out'({ page, press, link }) {
      await letRequestsThrough(page, SYNC_URL)
      await page.context().clearCookies()
      await page.reload()
      await press('sync.signed-out')
      await link('sync.signInAgain').waitFor()
    },
  },
}

export const waitingChange: Journey = {
  routes: ['/practice', '/account'],
  dialogs: [
    'screens/account/log-out.tsx',
    'sync-status/sync-dialog.tsx',
    'frame/sign-out-after-session-end.tsx',
  ],
  faults: FAILED_REQUEST,
  states: {
    async 'practice-unsynced'(visit) {
      await openFirstStep(visit)
      await abortRequests(visit.page, SYNC_URL)
      await visit.press('practice:step.next')
      await visit.see('practice:step.number', { step: 2, steps: 7 })
      await visit.press('practice:step.leave')
      await visit.button('sync.unreachableWaiting', { count: 1 }).waitFor()
    },
    async 'account-log-out-unsynced'({ link, press, see }) {
      await link('navigation.account').click()
      await press('account:logOut')
      await see('account:wouldBeLost_one')
    },
    async 'sync-details-unreachable'({ closeDialog, press, see }) {
      await closeDialog()
      await press('sync.unreachableWaiting', { count: 1 })
      await see('sync:state.unreachable')
    },
    async 'session-revoked'({ page, see }) {
      await page.route(SESSION_URL, route =>
        route.fulfill({ json: { user: null, stripeRole: null, signedInAt: null, ended: 'session-revoked' } }),
      )
      await page.reload()
      await see('sync:ended.changes_one', { count: 1 })
    },
  },
}

const ACCOUNT_CODE = /\/assets\/account-[^/]*\.js$/

export const brokenDevice: Journey = {
  routes: ['/practice', '/account'],
  dialogs: ['frame/storage-notice.tsx'],
  faults: /a false note|Failed to load resource|dynamically imported module|preload CSS/,
  states: {
    async 'storage-full'(visit) {
      await openFirstStep(visit)
      // Two toasts: what was not saved, and why.
      await keepToastsOpen(visit.page)
      await failDatabaseWrites(visit.page)
      await visit.press('practice:step.next')
      await visit.see('storage.full.title')
      await visit.see('toast.error')
    },
    async 'storage-full-explained'({ page, press, dialog }) {
      await letToastsGo(page)
      await press('practice:step.leave')
      await press('storage.full.short')
      await dialog.waitFor()
    },
    async 'screen-broken'({ page, heading }) {
      const body = 'export const AccountScreen = () => { throw new Error("a false note") }'
      await page.route(ACCOUNT_CODE, route => route.fulfill({ contentType: 'text/javascript', body }))
      await page.goto('/account')
      await heading('failure.broken.title').waitFor()
    },
    async 'screen-not-loaded'({ page, link, heading }) {
      await page.route(ACCOUNT_CODE, route => route.abort())
      // The navigation still works.
      await link('navigation.practice').click()
      await heading('practice:title').waitFor()
      await page.reload()
      // The app reloads the page once, because a new version may have replaced the file.
      const reloaded = page.waitForEvent('load')
      await link('navigation.account').click()
      await reloaded
      await heading('failure.notLoaded.title').waitFor()
    },
  },
}

async function openFirstStep(visit: Visit) {
  await visit.musician.signIn()
  await visit.musician.fillLibrary()
  await visit.page.goto('/practice')
  await startRoutine(visit)
}

async function showRejections({ page, press, dialog }: Visit, changes: readonly RejectedChangeFixture[]) {
  await storeRejectedChanges(page, changes)
  await page.reload()
  await press('sync.look')
  await dialog.waitFor()
}

function oneOfEachRejection(): RejectedChangeFixture[] {
  const [piece, part] = [crypto.randomUUID(), randomPartId()]
  const missing = crypto.randomUUID()
  return [
    rejectedPieceCreation(LONG, 'too-many-pieces', { id: piece }),
    {
      kind: 'practice.add',
      args: { id: crypto.randomUUID(), pieceId: piece, partId: part, tempo: 91 },
      code: 'not-found',
    },
    { kind: 'piece.patch', args: { id: missing, name: LONG }, code: 'deleted' },
    { kind: 'piece.patch', args: { id: missing, name: LONG, endTempo: 126, importance: 5 }, code: 'invalid' },
    { kind: 'piece.delete', args: { id: missing }, code: 'server-error' },
    {
      kind: 'part.add',
      args: { id: randomPartId(), pieceId: missing, name: LONG, currentTempo: 60 },
      code: 'too-many-parts',
    },
    { kind: 'part.patch', args: { id: part, currentTempo: 60 }, code: 'unknown-kind' },
    { kind: 'part.delete', args: { id: part }, code: 'last-part' },
    { kind: 'piece.patch', args: { id: missing, importance: 5 }, code: 'library-full' },
    {
      kind: 'practice.add',
      args: { id: missing, pieceId: missing, partId: part, tempo: 91 },
      code: 'not-found',
    },
    {
      kind: 'practice.retract',
      args: { id: missing, currentTempo: 60, lastPracticed: null },
      code: 'invalid',
    },
  ]
}
