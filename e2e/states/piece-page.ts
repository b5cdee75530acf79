import type { Page } from '@playwright/test'
import { pastPracticeOf, type TempoOnDay } from '../pieces/part-histories.ts'
import type { PieceToFill } from '../pieces/filled-library.ts'
import { CLAIR_PIECE, LONG_NAME_PIECES, SWAN_PIECE } from './libraries.ts'
import { piecesListStates } from './pieces-list.ts'
import { statesOfRoute } from './state.ts'
import { keepToastsOpen, SYNC_URL } from './trouble.ts'
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

/** What the newest entry of these two years says. */
const TAKEN_BACK = { part: GIGUE.name, bpm: TWO_YEARS.at(-1)?.[1] ?? 0 }

const [LONGEST = CLAIR_PIECE] = LONG_NAME_PIECES
const PERFORMED: PieceToFill = { ...CLAIR_PIECE, performedIn: 19 }

/** The screen states of a piece's page with its parts and their history. */
export const piecePageStates = statesOfRoute(
  '/pieces/:id',
  'signed-in',
  [
    {
      name: 'piece-empty',
      async open(visit) {
        await atPieces(visit, [
          [SWAN_PIECE],
          [CLAIR_PIECE, THREE_WEEKS, THREE_WEEKS.slice(-2)],
          [GIGUE, THREE_WEEKS],
        ])
        await openPiece(visit, SWAN_PIECE)
      },
    },
    { name: 'piece-sections', after: 'piece-empty', open: visit => openAnother(visit, CLAIR_PIECE) },
    { name: 'piece', after: 'piece-sections', open: visit => openAnother(visit, GIGUE) },
    {
      name: 'piece-table',
      after: 'piece',
      async open(visit) {
        await visit.press('piece:table.of', { part: GIGUE.name })
        await visit.page.getByRole('table').waitFor()
      },
    },
    {
      name: 'piece-performance',
      async open(visit) {
        await atPieces(visit, [
          [PERFORMED, THREE_WEEKS],
          [LONGEST, TWO_YEARS, THREE_WEEKS, THREE_WEEKS],
          [GIGUE, TWO_YEARS],
        ])
        await openPiece(visit, PERFORMED)
      },
    },
    { name: 'piece-long-names', after: 'piece-performance', open: visit => openAnother(visit, LONGEST) },
    { name: 'piece-years', after: 'piece-long-names', open: visit => openAnother(visit, GIGUE) },
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
      after: 'piece-entries',
      async open(visit) {
        await keepToastsOpen(visit.page)
        await takeBack(visit)
        await visit.see('piece:entries.tookBack', TAKEN_BACK)
      },
    },
    {
      name: 'piece-no-sections',
      after: 'pieces-no-sections',
      async open({ page, see }) {
        await page.getByRole('link', { name: SWAN_PIECE.name, exact: true }).click()
        await page.getByRole('heading', { name: SWAN_PIECE.name, exact: true, level: 1 }).waitFor()
        await see('pieces:progress.none')
      },
    },
    {
      name: 'piece-missing',
      after: 'piece-no-sections',
      async open(visit) {
        await visit.page.goto('/pieces/00000000-0000-4000-8000-000000000000')
        await visit.heading('pieces:editor.missing.title').waitFor()
      },
    },
  ],
  piecesListStates,
)

type PieceWithHistory = readonly [piece: PieceToFill, ...histories: (readonly TempoOnDay[])[]]

async function atPieces({ page, musician }: Visit, pieces: readonly PieceWithHistory[]) {
  await musician.signIn()
  await musician.fillLibrary(pieces.map(([piece]) => piece))
  await musician.fillHistory(pieces.flatMap(([piece, ...histories]) => pastPracticeOf(piece, histories)))
  await page.goto('/pieces')
}

/** Opens the page of a piece from the list and waits for the history of its last part. */
async function openPiece({ page, t }: Visit, { name, parts }: PieceToFill) {
  const lastPart = parts.at(-1)?.[0] ?? t('piece:whole')
  await page.getByRole('link', { name, exact: true }).click()
  await page.getByRole('heading', { name, exact: true, level: 1 }).waitFor()
  await page.getByRole('heading', { name: lastPart, exact: true, level: 2 }).waitFor()
}

async function openAnother(visit: Visit, piece: PieceToFill) {
  await visit.link('pieces:new.backToPieces').click()
  await openPiece(visit, piece)
}

/** Makes the server send pieces and parts but no practice entries. */
export const withholdHistory = (page: Page) =>
  page.route(SYNC_URL, async route => {
    const response = await route.fetch()
    const answer = (await response.json()) as object
    const { since } = route.request().postDataJSON() as { since: number }
    if (since > 0) await new Promise(() => {})
    await route.fulfill({ response, json: { ...answer, entries: [], entriesRevision: 0, moreEntries: true } })
  })

const takeBack = ({ page, t }: Visit) => page.getByText(t('piece:entries.takeBack')).first().click()
