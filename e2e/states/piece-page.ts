import type { Page } from '@playwright/test'
import { BACKFILL_HEADER } from '#core/protocol/backfill.ts'
import { pastPracticeOf, type TempoOnDay } from '../pieces/part-histories.ts'
import type { PieceToFill } from '../pieces/filled-library.ts'
import { CLAIR_PIECE, LONG_NAME_PIECES, SWAN_PIECE } from './libraries.ts'
import { deleteAllParts } from './pieces-list.ts'
import { FAILED_REQUEST, statesOfRoute } from './state.ts'
import {
  abortRequests,
  failDatabaseWrites,
  keepToastsOpen,
  hangRequests,
  hangDatabase,
  SYNC_URL,
} from './trouble.ts'
import type { Visit } from './visit.ts'

const GIGUE: PieceToFill = { ...SWAN_PIECE, name: 'Gigue', endTempo: 120 }

/** Three weeks in which a part got faster, with a day that went wrong. */
const THREE_WEEKS: readonly TempoOnDay[] = [
  [20, 72],
  [18, 74],
  [15, 78],
  [13, 70],
  [9, 80],
  [4, 82],
  [1, 84],
]

/** Every second day of two years. */
const TWO_YEARS: readonly TempoOnDay[] = Array.from({ length: 365 }, (_, index) => [
  2 * (364 - index),
  Math.round(40 + index / 7 + 6 * Math.sin(index / 9)),
])

/** The screen states of a piece's page with its parts and their history. */
export const piecePageStates = statesOfRoute('/pieces/:id', 'signed-in', [
  { name: 'piece', open: visit => atPiece(visit, GIGUE, [THREE_WEEKS]) },
  {
    name: 'piece-sections',
    open: visit => atPiece(visit, CLAIR_PIECE, [THREE_WEEKS, THREE_WEEKS.slice(-2), []]),
  },
  { name: 'piece-empty', open: visit => atPiece(visit, SWAN_PIECE, []) },
  { name: 'piece-years', open: visit => atPiece(visit, GIGUE, [TWO_YEARS]) },
  {
    name: 'piece-long-names',
    async open(visit) {
      const [longest = CLAIR_PIECE] = LONG_NAME_PIECES
      await atPiece(visit, longest, [TWO_YEARS, THREE_WEEKS, THREE_WEEKS])
    },
  },
  {
    name: 'piece-performance',
    open: visit => atPiece(visit, { ...CLAIR_PIECE, performedIn: 19 }, [THREE_WEEKS, [], []]),
  },
  {
    name: 'piece-table',
    after: 'piece',
    async open(visit) {
      await visit.press('piece:table.of', { part: GIGUE.name })
      await visit.page.getByRole('table').waitFor()
    },
  },
  {
    name: 'piece-entries',
    after: 'piece-years',
    async open(visit) {
      await visit.press('piece:entries.of', { part: GIGUE.name })
      await visit.button('piece:entries.earlier').waitFor()
    },
  },
  {
    name: 'piece-taken-back',
    covers: ['showSuccess piece:entries.tookBack'],
    async open(visit) {
      await keepToastsOpen(visit.page)
      await atPiece(visit, GIGUE, [THREE_WEEKS])
      await takeBack(visit)
      await visit.see('piece:entries.tookBack', { part: GIGUE.name, bpm: 84 })
    },
  },
  {
    name: 'piece-not-taken-back',
    async open(visit) {
      await keepToastsOpen(visit.page)
      await atPiece(visit, GIGUE, [THREE_WEEKS])
      await failDatabaseWrites(visit.page)
      await takeBack(visit)
      await visit.see('toast.error')
    },
  },
  {
    name: 'piece-no-sections',
    async open(visit) {
      await deleteAllParts(visit)
      await atPiece(visit, SWAN_PIECE, [])
      await visit.see('pieces:progress.none')
    },
  },
  {
    name: 'piece-missing',
    async open(visit) {
      await visit.musician.signIn()
      await visit.page.goto('/pieces/00000000-0000-4000-8000-000000000000')
      await visit.heading('pieces:editor.missing.title').waitFor()
    },
  },
  {
    name: 'piece-loading',
    async open(visit) {
      await hangRequests(visit.page, SYNC_URL)
      await visit.musician.signIn()
      await visit.page.goto('/pieces/00000000-0000-4000-8000-000000000000')
      await visit.see('library.loading')
    },
  },
  {
    name: 'piece-history-arriving',
    async open(visit) {
      await withholdHistory(visit.page)
      await atPiece(visit, GIGUE, [THREE_WEEKS])
      await visit.see('piece:arriving')
    },
  },
  {
    name: 'piece-offline',
    after: 'piece-table',
    faults: FAILED_REQUEST,
    async open(visit) {
      await abortRequests(visit.page, SYNC_URL)
      await visit.page.reload()
      await visit.page.getByRole('heading', { name: GIGUE.name, exact: true }).waitFor()
      await visit.button('sync.unreachable').waitFor()
    },
  },
  {
    name: 'piece-database-unanswered',
    async open(visit) {
      await hangDatabase(visit.page)
      await visit.musician.signIn()
      await visit.page.goto('/pieces/00000000-0000-4000-8000-000000000000')
      await visit.heading('library.failed.title').waitFor()
    },
  },
])

async function atPiece(visit: Visit, piece: PieceToFill, history: readonly (readonly TempoOnDay[])[]) {
  await visit.musician.signIn()
  await visit.musician.fillLibrary([piece])
  await visit.musician.fillHistory(pastPracticeOf(piece, history))
  await visit.page.goto('/pieces')
  await visit.page.getByRole('link', { name: piece.name, exact: true }).click()
  await visit.page.getByRole('heading', { name: piece.name, exact: true, level: 1 }).waitFor()
}

/** Makes the server send pieces and parts but no practice entries. */
export const withholdHistory = (page: Page) =>
  page.route(SYNC_URL, async route => {
    const response = await route.fetch()
    const answer = (await response.json()) as { rows: object; revision: number }
    const backfill = { library: false, history: { since: 0, until: answer.revision } }
    const isLater = /^\d/.test(route.request().headers()[BACKFILL_HEADER] ?? '')
    if (isLater) await new Promise(() => {})
    await route.fulfill({
      response,
      json: { ...answer, more: true, rows: { ...answer.rows, practice: [] }, backfill },
    })
  })

async function takeBack(visit: Visit) {
  await visit.press('piece:entries.of', { part: GIGUE.name })
  await visit.page.getByText(visit.t('piece:entries.takeBack')).first().click()
}
