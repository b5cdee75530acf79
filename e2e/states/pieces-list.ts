import { LONG_NAME_PIECES } from './libraries.ts'
import { FAILED_SYNC, statesOfRoute, UPGRADE_DIALOG } from './state.ts'
import { abortRequests, hangRequests, hangDatabase, SYNC_URL, denyDatabaseAccess } from './trouble.ts'
import type { Visit } from './visit.ts'

/** The screen states of the list of pieces. */
export const piecesListStates = statesOfRoute('/pieces', 'signed-in', [
  {
    name: 'pieces-loading',
    async open(visit) {
      await hangRequests(visit.page, SYNC_URL)
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
  {
    name: 'pieces',
    after: 'pieces-empty',
    async open(visit) {
      await visit.musician.fillLibrary()
      await visit.page.getByRole('listitem').filter({ hasText: 'The Swan' }).waitFor()
    },
  },
  {
    name: 'pieces-long-names',
    async open(visit) {
      await visit.musician.signIn()
      await visit.musician.fillLibrary(LONG_NAME_PIECES)
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
    after: 'pieces-many',
    async open(visit) {
      await visit.page.getByRole('searchbox', { name: visit.t('pieces:search.label') }).fill('swan 2')
      await visit.see('pieces:search.found_one', { count: 1 })
    },
  },
  {
    name: 'pieces-no-sections',
    async open(visit) {
      await deleteAllParts(visit)
      await visit.musician.signIn()
      await visit.musician.fillLibrary()
      await visit.page.goto('/pieces')
      await visit.see('pieces:progress.none')
    },
  },
  {
    name: 'pieces-deleted',
    async open(visit) {
      await deleteLongest(visit)
      await visit.musician.signIn()
      await visit.musician.fillLibrary(LONG_NAME_PIECES)
      await visit.page.goto('/pieces')
      await visit.page.locator('summary').click()
      await visit.page
        .getByRole('button', { name: visit.t('pieces:deleted.restore') })
        .first()
        .waitFor()
    },
  },
  {
    name: 'pieces-database-missing',
    async open(visit) {
      await denyDatabaseAccess(visit.page)
      await atPieces(visit)
      await visit.heading('library.failed.title').waitFor()
    },
  },
  {
    name: 'pieces-limit',
    after: 'pieces',
    covers: [UPGRADE_DIALOG],
    async open(visit) {
      await visit.link('pieces:add').click()
      await visit.dialog.waitFor()
    },
  },
  {
    name: 'pieces-unheard',
    faults: FAILED_SYNC,
    async open(visit) {
      await abortRequests(visit.page, SYNC_URL)
      await atPieces(visit)
      await visit.heading('library.unheard.title').waitFor()
    },
  },
  {
    name: 'pieces-offline',
    after: 'pieces-limit',
    faults: FAILED_SYNC,
    async open(visit) {
      await abortRequests(visit.page, SYNC_URL)
      await visit.page.reload()
      await visit.button('sync.unreachable').waitFor()
    },
  },
  {
    name: 'database-unanswered-offline',
    after: 'pieces-offline',
    faults: /Failed to load resource.*\/api\/v1\//,
    async open(visit) {
      await hangDatabase(visit.page)
      await abortRequests(visit.page, '**/api/**')
      await visit.page.reload()
      await visit.heading('storage.unanswered.title').waitFor()
    },
  },
])

async function atPieces({ page, musician }: Visit) {
  await musician.signIn()
  await page.goto('/pieces')
}

/** As many pieces as only Pro has room for: the four of the library, four times. */
async function manyPieces({ page, musician }: Visit) {
  await musician.signIn()
  await musician.fillLibrary()
  await page.route(SYNC_URL, async route => {
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

/** Deletes the piece and the section with the widest names. */
const deleteLongest = ({ page }: Visit) =>
  page.route(SYNC_URL, async route => {
    const response = await route.fetch()
    const answer = (await response.json()) as { now: number; rows: Record<string, { name?: string }[]> }
    const withDeletion = (rows: { name?: string }[] = []) =>
      rows.map(row => (row.name?.startsWith('WWW') === true ? { ...row, deletedAt: answer.now } : row))
    const { pieces, parts } = answer.rows
    const rows = { ...answer.rows, pieces: withDeletion(pieces), parts: withDeletion(parts) }
    await route.fulfill({ response, json: { ...answer, rows } })
  })

/** Leaves a piece without parts, as after two devices have each deleted another one (D20). */
const deleteAllParts = ({ page }: Visit) =>
  page.route(SYNC_URL, async route => {
    const response = await route.fetch()
    const answer = (await response.json()) as { rows: object }
    await route.fulfill({ response, json: { ...answer, rows: { ...answer.rows, parts: [] } } })
  })
