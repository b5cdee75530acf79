import type { Page } from '@playwright/test'
import { BACKFILL_HEADER } from '#core/protocol/backfill.ts'
import { practiceOf, type TempoOnDay } from '../pieces/part-histories.ts'
import type { PieceToFill } from '../pieces/filled-library.ts'
import { CLAIR, LONG_NAMES, SWAN } from './libraries.ts'
import { withoutParts } from './pieces-list.ts'
import { FAILED_REQUEST, statesOf } from './state.ts'
import { cutOff, fillTheDisk, holdToasts, keepWaiting, silenceDatabase, SYNC } from './trouble.ts'
import type { Visit } from './visit.ts'

const GIGUE: PieceToFill = { ...SWAN, name: 'Gigue', endTempo: 120 }

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

/** The page of a piece: its parts, and what came of practicing them. */
export const piecePage = statesOf('/pieces/:id', 'signed-in', [
  { name: 'piece', open: visit => atPiece(visit, GIGUE, [THREE_WEEKS]) },
  {
    name: 'piece-sections',
    open: visit => atPiece(visit, CLAIR, [THREE_WEEKS, THREE_WEEKS.slice(-2), []]),
  },
  { name: 'piece-empty', open: visit => atPiece(visit, SWAN, []) },
  { name: 'piece-years', open: visit => atPiece(visit, GIGUE, [TWO_YEARS]) },
  {
    name: 'piece-long-names',
    async open(visit) {
      const [longest = CLAIR] = LONG_NAMES
      await atPiece(visit, longest, [TWO_YEARS, THREE_WEEKS, THREE_WEEKS])
    },
  },
  {
    name: 'piece-table',
    async open(visit) {
      await atPiece(visit, GIGUE, [THREE_WEEKS])
      await visit.press('piece:table.of', { part: GIGUE.name })
      await visit.page.getByRole('table').waitFor()
    },
  },
  {
    name: 'piece-entries',
    async open(visit) {
      await atPiece(visit, GIGUE, [TWO_YEARS])
      await visit.press('piece:entries.of', { part: GIGUE.name })
      await visit.button('piece:entries.earlier').waitFor()
    },
  },
  {
    name: 'piece-taken-back',
    covers: ['showSuccess piece:entries.tookBack'],
    async open(visit) {
      await holdToasts(visit.page)
      await atPiece(visit, GIGUE, [THREE_WEEKS])
      await takeBack(visit)
      await visit.see('piece:entries.tookBack', { part: GIGUE.name, bpm: 84 })
    },
  },
  {
    name: 'piece-not-taken-back',
    async open(visit) {
      await holdToasts(visit.page)
      await atPiece(visit, GIGUE, [THREE_WEEKS])
      await fillTheDisk(visit.page)
      await takeBack(visit)
      await visit.see('toast.error')
    },
  },
  {
    name: 'piece-no-sections',
    async open(visit) {
      await withoutParts(visit)
      await atPiece(visit, SWAN, [])
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
      await keepWaiting(visit.page, SYNC)
      await visit.musician.signIn()
      await visit.page.goto('/pieces/00000000-0000-4000-8000-000000000000')
      await visit.see('library.loading')
    },
  },
  {
    name: 'piece-history-arriving',
    async open(visit) {
      await withoutHistory(visit.page)
      await atPiece(visit, GIGUE, [THREE_WEEKS])
      await visit.see('piece:arriving')
    },
  },
  {
    name: 'piece-offline',
    faults: FAILED_REQUEST,
    async open(visit) {
      await atPiece(visit, GIGUE, [THREE_WEEKS])
      await cutOff(visit.page, SYNC)
      await visit.page.reload()
      await visit.page.getByRole('heading', { name: GIGUE.name, exact: true }).waitFor()
      await visit.button('sync.unreachable').waitFor()
    },
  },
  {
    name: 'piece-database-unanswered',
    async open(visit) {
      await silenceDatabase(visit.page)
      await visit.musician.signIn()
      await visit.page.goto('/pieces/00000000-0000-4000-8000-000000000000')
      await visit.heading('library.failed.title').waitFor()
    },
  },
])

async function atPiece(visit: Visit, piece: PieceToFill, history: readonly (readonly TempoOnDay[])[]) {
  await visit.musician.signIn()
  await visit.musician.fillLibrary([piece])
  await visit.musician.fillHistory(practiceOf(piece, history))
  await visit.page.goto('/pieces')
  await visit.page.getByRole('link', { name: piece.name, exact: true }).click()
  await visit.page.getByRole('heading', { name: piece.name, exact: true, level: 1 }).waitFor()
}

/** The server has sent pieces and parts, and keeps the history to itself. */
export const withoutHistory = (page: Page) =>
  page.route(SYNC, async route => {
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
