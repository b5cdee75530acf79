import { randomPartId } from '#tests/library/library-changes.ts'
import {
  storeRejectedChanges,
  rejectedPieceCreation,
  type RejectedChangeFixture,
} from '../sync/stored-rejections.ts'
import { closeDialog, openAccount, practiceUnsynced } from './places.ts'
import { FAILED_REQUEST, statesOfRoute } from './state.ts'
import {
  abortRequests,
  failRequests,
  hangRequests,
  letRequestsThrough,
  SESSION_URL,
  SYNC_URL,
} from './trouble.ts'
import type { Visit } from './visit.ts'

const DIALOG = 'sync-status/sync-dialog.tsx'
const QUESTION = 'frame/session-end-handler.tsx'
const LONG = 'Donaudampfschifffahrtskapellmeistersgigue'.slice(0, 25)

/** The screen states of sync: its status, rejected changes, and a session that was ended elsewhere. */
export const syncStates = statesOfRoute('/account', 'signed-in', [
  {
    name: 'sync-details',
    covers: [DIALOG],
    async open(visit) {
      await openAccount(visit)
      await look(visit)
      await visit.see('sync:rejected.none')
    },
  },
  {
    name: 'sync-rejected-discard',
    after: 'sync-details',
    covers: ['sync-status/rejected-change-list.tsx'],
    async open(visit) {
      await closeDialog(visit)
      await rejected(visit, [
        rejectedPieceCreation('Gigue', 'invalid'),
        rejectedPieceCreation(LONG, 'server-error'),
      ])
      await visit.press('sync:rejected.discardAll')
      await visit.see('sync:rejected.discardQuestion_other', { count: 2 })
    },
  },
  {
    name: 'sync-rejected',
    after: 'sync-rejected-discard',
    covers: [DIALOG],
    async open(visit) {
      await rejected(visit, allReasons())
      await visit.see('sync:why.server-error')
    },
  },
  {
    name: 'sync-rejected-many',
    after: 'sync-rejected',
    covers: [DIALOG],
    async open(visit) {
      const many = Array.from({ length: 1000 }, (_, place) =>
        rejectedPieceCreation(`${LONG} ${place}`, 'server-error'),
      )
      await rejected(visit, many)
      await visit.button('sync:rejected.more_other', { count: 20 }).waitFor()
    },
  },
  {
    name: 'sync-update-needed',
    faults: FAILED_REQUEST,
    async open(visit) {
      await failRequests(visit.page, SYNC_URL, 'client-too-old')
      await openAccount(visit)
      await visit.button('sync.update-needed').waitFor()
    },
  },
  {
    name: 'sync-details-update-needed',
    after: 'sync-update-needed',
    covers: [DIALOG],
    faults: FAILED_REQUEST,
    async open(visit) {
      await visit.press('sync.update-needed')
      await visit.see('sync:state.update-needed')
    },
  },
  {
    name: 'sync-signed-out',
    after: 'sync-details-update-needed',
    faults: FAILED_REQUEST,
    async open(visit) {
      await letRequestsThrough(visit.page, SYNC_URL)
      await visit.page.context().clearCookies()
      await visit.page.reload()
      await visit.button('sync.signed-out').waitFor()
    },
  },
  {
    name: 'sync-details-signed-out',
    after: 'sync-signed-out',
    covers: [DIALOG],
    faults: FAILED_REQUEST,
    async open(visit) {
      await visit.press('sync.signed-out')
      await visit.link('sync.signInAgain').waitFor()
    },
  },
  {
    name: 'sync-slow',
    async open(visit) {
      await practiceUnsynced(visit, hangRequests)
      await visit.see('sync.syncing', { count: 1 })
    },
  },
  {
    name: 'sync-details-unreachable',
    after: 'sync-slow',
    covers: [DIALOG],
    faults: FAILED_REQUEST,
    async open(visit) {
      await abortRequests(visit.page, SYNC_URL)
      // The round that is under way would stay so.
      await visit.page.reload()
      await visit.press('sync.unreachableWaiting', { count: 1 })
      await visit.see('sync:state.unreachable')
    },
  },
  {
    name: 'session-revoked',
    after: 'sync-details-unreachable',
    covers: [QUESTION],
    faults: FAILED_REQUEST,
    async open(visit) {
      await endedAs(visit, 'session-revoked')
      await visit.see('sync:ended.changes_one', { count: 1 })
    },
  },
  {
    name: 'session-account-deleted',
    after: 'session-revoked',
    covers: [QUESTION],
    faults: FAILED_REQUEST,
    async open(visit) {
      await endedAs(visit, 'account-deleted')
      await visit.press('sync:ended.save')
      await visit.see('sync:ended.saved')
    },
  },
])

async function look(visit: Visit) {
  await visit.press('sync.look')
  await visit.dialog.waitFor()
}

async function rejected(visit: Visit, changes: readonly RejectedChangeFixture[]) {
  await storeRejectedChanges(visit.page, changes)
  // Not signed in anew: that would end the session with which the page is asking.
  await visit.page.reload()
  await look(visit)
}

/** The server tells that the session was ended elsewhere; as long as nobody has signed out here. */
async function endedAs({ page }: Visit, ended: 'session-revoked' | 'account-deleted') {
  await page.route(SESSION_URL, route =>
    route.fulfill({ json: { user: null, stripeRole: null, signedInAt: null, ended } }),
  )
  await page.reload()
}

/** One of each reason and of each kind. */
function allReasons(): RejectedChangeFixture[] {
  const [piece, part] = [crypto.randomUUID(), randomPartId()]
  const nowhere = crypto.randomUUID()
  return [
    rejectedPieceCreation(LONG, 'too-many-pieces', { id: piece }),
    {
      kind: 'practice.add',
      args: { id: crypto.randomUUID(), pieceId: piece, partId: part, tempo: 91 },
      code: 'not-found',
    },
    { kind: 'piece.patch', args: { id: nowhere, name: LONG }, code: 'deleted' },
    { kind: 'piece.patch', args: { id: nowhere, name: LONG, endTempo: 126, importance: 5 }, code: 'invalid' },
    { kind: 'piece.delete', args: { id: nowhere }, code: 'server-error' },
    {
      kind: 'part.add',
      args: { id: randomPartId(), pieceId: nowhere, name: LONG, currentTempo: 60 },
      code: 'too-many-parts',
    },
    { kind: 'part.patch', args: { id: part, currentTempo: 60 }, code: 'unknown-kind' },
    { kind: 'part.delete', args: { id: part }, code: 'last-part' },
    { kind: 'piece.patch', args: { id: nowhere, importance: 5 }, code: 'library-full' },
    {
      kind: 'practice.add',
      args: { id: nowhere, pieceId: nowhere, partId: part, tempo: 91 },
      code: 'not-found',
    },
    {
      kind: 'practice.retract',
      args: { id: nowhere, currentTempo: 60, lastPracticed: null },
      code: 'invalid',
    },
  ]
}
