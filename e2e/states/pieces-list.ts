import { LONG_NAMES } from './libraries.ts'
import { FAILED_REQUEST, statesOf } from './state.ts'
import { cutOff, keepWaiting, refuse, silenceDatabase, SYNC, withoutDatabase } from './trouble.ts'
import type { Visit } from './visit.ts'

/** The list of pieces. */
export const piecesList = statesOf('/pieces', 'signed-in', [
  {
    name: 'pieces-loading',
    async open(visit) {
      await keepWaiting(visit.page, SYNC)
      await atPieces(visit)
      await visit.see('library.loading')
    },
  },
  {
    name: 'pieces-empty',
    async open(visit) {
      await atPieces(visit)
      await visit.heading('pieces:empty.title').waitFor()
    },
  },
  { name: 'pieces', open: fourPieces },
  {
    name: 'pieces-long-names',
    async open(visit) {
      await visit.musician.signIn()
      await visit.musician.fillLibrary(LONG_NAMES)
      await visit.page.goto('/pieces')
      await visit.page.getByRole('listitem').filter({ hasText: 'WWWWW' }).waitFor()
    },
  },
  {
    name: 'pieces-many',
    async open(visit) {
      await manyPieces(visit)
      await visit.page.goto('/pieces')
      await visit.page.getByRole('searchbox', { name: visit.t('pieces:search.label') }).waitFor()
    },
  },
  {
    name: 'pieces-search',
    async open(visit) {
      await manyPieces(visit)
      await visit.page.goto('/pieces')
      await visit.page.getByRole('searchbox', { name: visit.t('pieces:search.label') }).fill('swan 2')
      await visit.see('pieces:search.found_one', { count: 1 })
    },
  },
  {
    name: 'pieces-no-sections',
    async open(visit) {
      await withoutParts(visit)
      await visit.musician.signIn()
      await visit.musician.fillLibrary()
      await visit.page.goto('/pieces')
      await visit.see('pieces:progress.none')
    },
  },
  {
    name: 'pieces-database-missing',
    async open(visit) {
      await withoutDatabase(visit.page)
      await atPieces(visit)
      await visit.heading('library.failed.title').waitFor()
    },
  },
  {
    name: 'pieces-database-unanswered',
    async open(visit) {
      await silenceDatabase(visit.page)
      await atPieces(visit)
      await visit.heading('library.failed.title').waitFor()
    },
  },
  {
    name: 'database-unanswered-offline',
    faults: FAILED_REQUEST,
    async open(visit) {
      await atPieces(visit)
      await visit.heading('pieces:title').waitFor()
      await silenceDatabase(visit.page)
      await cutOff(visit.page, '**/api/**')
      await visit.page.reload()
      await visit.heading('storage.unanswered.title').waitFor()
    },
  },
  {
    name: 'pieces-limit',
    covers: ['kit/upgrade-dialog.tsx'],
    async open(visit) {
      await fourPieces(visit)
      await visit.link('pieces:add').click()
      await visit.dialog.waitFor()
    },
  },
  {
    name: 'pieces-unheard',
    faults: FAILED_REQUEST,
    async open(visit) {
      await cutOff(visit.page, SYNC)
      await atPieces(visit)
      await visit.heading('library.unheard.title').waitFor()
    },
  },
  {
    name: 'pieces-unheard-update-needed',
    faults: FAILED_REQUEST,
    async open(visit) {
      await refuse(visit.page, SYNC, 'client-too-old')
      await atPieces(visit)
      await visit.see('library.unheard.updateNeeded')
    },
  },
  {
    name: 'pieces-offline',
    faults: FAILED_REQUEST,
    async open(visit) {
      await fourPieces(visit)
      await cutOff(visit.page, SYNC)
      await visit.page.reload()
      await visit.button('sync.unreachable').waitFor()
    },
  },
])

async function atPieces({ page, musician }: Visit) {
  await musician.signIn()
  await page.goto('/pieces')
}

async function fourPieces(visit: Visit) {
  await visit.musician.signIn()
  await visit.musician.fillLibrary()
  await visit.page.goto('/pieces')
  await visit.page.getByRole('listitem').filter({ hasText: 'The Swan' }).waitFor()
}

/** As many pieces as only Pro has room for: the four of the library, four times. */
async function manyPieces({ page, musician }: Visit) {
  await musician.signIn()
  await musician.fillLibrary()
  await page.route(SYNC, async route => {
    const response = await route.fetch()
    const answer = (await response.json()) as { rows: { pieces: PieceRow[]; parts: PartRow[] } }
    const { pieces, parts } = answer.rows
    const idOf = (id: string, time: number) => `${time}${id.slice(1)}`
    const again = [2, 3, 4].flatMap(time =>
      pieces.map(piece => ({
        ...piece,
        id: idOf(piece.id, time),
        name: `${piece.name} ${time}`.slice(0, 25),
      })),
    )
    const theirs = [2, 3, 4].flatMap(time =>
      parts.map(part => ({ ...part, id: idOf(part.id, time), pieceId: idOf(part.pieceId, time) })),
    )
    await route.fulfill({
      response,
      json: {
        ...answer,
        rows: { ...answer.rows, pieces: [...pieces, ...again], parts: [...parts, ...theirs] },
      },
    })
  })
}

type PieceRow = { id: string; name: string }
type PartRow = { id: string; pieceId: string }

/** Two devices that each delete another part leave a piece without any (D20). */
export const withoutParts = ({ page }: Visit) =>
  page.route(SYNC, async route => {
    const response = await route.fetch()
    const answer = (await response.json()) as { rows: object }
    await route.fulfill({ response, json: { ...answer, rows: { ...answer.rows, parts: [] } } })
  })
