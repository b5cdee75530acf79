import type { PastPractice } from '../history/filled-history.ts'
import { CLAIR_PIECE, SWAN_PIECE, type PieceToFill } from '../pieces/filled-library.ts'
import { pastPracticeOf, type TempoOnDay } from '../pieces/part-histories.ts'
import { LONG_NAME_PIECES, LONGEST_PIECE } from './libraries.ts'
import {
  abortRequests,
  denyDatabaseAccess,
  FAILED_REQUEST,
  hangDatabase,
  hangRequests,
  keepToastsOpen,
  letRequestsThrough,
  SYNC_URL,
} from './trouble.ts'
import type { Journey, Visit } from './visit.ts'

export const listOfPieces: Journey = {
  routes: ['/pieces'],
  dialogs: ['billing/upgrade-dialog.tsx'],
  faults: FAILED_REQUEST,
  states: {
    async 'pieces-never-synced'({ page, musician, heading }) {
      await musician.signIn()
      await abortRequests(page, SYNC_URL)
      await page.goto('/pieces')
      await heading('library.never-synced.title').waitFor()
    },
    async 'pieces-loading'({ page, see }) {
      await hangRequests(page, SYNC_URL)
      await page.reload()
      await see('library.loading')
    },
    async 'pieces-empty'({ page, heading }) {
      await letRequestsThrough(page, SYNC_URL)
      await page.reload()
      await heading('pieces:empty.title').waitFor()
    },
    async pieces({ page, musician }) {
      // As many pieces as the Free plan allows.
      const onHold = LONG_NAME_PIECES.map(piece => ({ ...piece, onHold: true }))
      await musician.fillLibrary([...onHold, CLAIR_PIECE, SWAN_PIECE])
      await page.getByRole('listitem').filter({ hasText: SWAN_PIECE.name }).waitFor()
    },
    async 'pieces-limit'({ link, dialog }) {
      await link('pieces:add').click()
      await dialog.waitFor()
    },
    async 'pieces-offline'({ page, button }) {
      await abortRequests(page, SYNC_URL)
      await page.reload()
      await button('sync.unreachable').waitFor()
    },
    async 'pieces-database-missing'({ page, heading }) {
      await denyDatabaseAccess(page)
      await page.reload()
      await heading('library.failed.title').waitFor()
    },
    async 'database-unanswered-offline'({ page, heading }) {
      await hangDatabase(page)
      await abortRequests(page, '**/api/**')
      await page.reload()
      await heading('storage.unanswered.short').waitFor()
    },
  },
}

const PERFORMED: PieceToFill = { ...LONGEST_PIECE, performedIn: 19 }
const GIGUE: PieceToFill = { ...SWAN_PIECE, name: 'Gigue', endTempo: 120 }

const TWO_YEARS: readonly TempoOnDay[] = Array.from({ length: 365 }, (_, index) => [
  2 * (364 - index),
  Math.round(40 + index / 7 + 6 * Math.sin(index / 9)),
])

const TWENTY_WEEKS: readonly PastPractice[] = Array.from({ length: 140 }, (_, daysAgo) => daysAgo)
  .filter(daysAgo => daysAgo % 7 !== 2 && daysAgo % 23 > 4)
  .map(daysAgo => ({
    daysAgo,
    piece: PERFORMED.name,
    part: PERFORMED.parts[0]?.[0] ?? '',
    tempo: 200 - Math.round(daysAgo / 2),
    ...(daysAgo < 63 && { seconds: 300 + ((daysAgo * 97) % 31) * 60 }),
  }))

export const historyOfPieces: Journey = {
  routes: ['/history', '/pieces/:id'],
  states: {
    async 'history-empty'({ page, musician, heading }) {
      await musician.signIn()
      await page.goto('/history')
      await heading('history:empty.title').waitFor()
    },
    async history({ musician, button }) {
      await musician.fillLibrary([SWAN_PIECE, PERFORMED, GIGUE])
      await musician.fillHistory([...TWENTY_WEEKS, ...pastPracticeOf(GIGUE, [TWO_YEARS])])
      await button('history:asTable').waitFor()
    },
    async 'history-table'({ page, press }) {
      await press('history:asTable')
      await page.getByRole('table').waitFor()
    },
    async 'history-earlier'({ press, button }) {
      await press('history:asChart')
      await press('history:earlier')
      await button('history:later').waitFor()
    },
    async 'piece-empty'(visit) {
      await visit.page.goto('/pieces')
      await openPiece(visit, SWAN_PIECE)
    },
    async 'piece-long-names'(visit) {
      await visit.link('pieces:new.backToPieces').click()
      await openPiece(visit, PERFORMED)
    },
    async 'piece-years'(visit) {
      await visit.link('pieces:new.backToPieces').click()
      await openPiece(visit, GIGUE)
    },
    async 'piece-table'({ page, press }) {
      await press('piece:table.of', { part: GIGUE.name })
      await page.getByRole('table').waitFor()
    },
    async 'piece-entries'({ press, button }) {
      await press('piece:entries.of', { part: GIGUE.name })
      await button('piece:entries.earlier').waitFor()
    },
    async 'piece-taken-back'({ page, t, see }) {
      await keepToastsOpen(page)
      await page.getByText(t('piece:entries.takeBack')).first().click()
      await see('piece:entries.tookBack', { part: GIGUE.name, what: `${TWO_YEARS.at(-1)?.[1] ?? 0} bpm` })
    },
    async 'piece-missing'({ page, heading }) {
      await page.goto('/pieces/00000000-0000-4000-8000-000000000000')
      await heading('pieces:editor.missing.title').waitFor()
    },
  },
}

async function openPiece({ page, t }: Visit, { name, parts }: PieceToFill) {
  const lastPart = parts.at(-1)?.[0] ?? t('piece:whole')
  await page.getByRole('link', { name, exact: true }).click()
  await page.getByRole('heading', { name, exact: true, level: 1 }).waitFor()
  await page.getByRole('heading', { name: lastPart, exact: true, level: 2 }).waitFor()
}
