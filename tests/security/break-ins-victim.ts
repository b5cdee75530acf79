import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import {
  addPracticeEntry,
  createPiece,
  randomPartId,
  randomPieceId,
  randomPracticeId,
  syncRound,
} from '#tests/library/library-changes.ts'
import { createSignedInBrowser, type TestBrowser, type TestServer } from '#tests/server/whole-server.ts'

const VICTIM_DATA = /victim@example|Wanted Sonata|Private words/

export async function aVictim(server: TestServer) {
  const { db } = server.context.database
  const browser = await createSignedInBrowser(server, 'victim@example.org')
  const userId: string = (await (await browser.get('/api/v1/session')).json()).user.id
  const session = db.selectFrom('session').select('id').where('userId', '=', userId)
  const ids = {
    session: (await session.executeTakeFirstOrThrow()).id,
    piece: randomPieceId(),
    parts: [randomPartId(), randomPartId()] as const,
    practice: randomPracticeId(),
    feedback: randomUUID(),
  }
  const create = createPiece({ pieceId: ids.piece, partIds: [...ids.parts], name: 'Wanted Sonata' })
  const practice = addPracticeEntry(ids.piece, ids.parts[0], { id: ids.practice })
  await browser.post('/api/v1/sync', syncRound([create, practice]))
  const feedback = { id: ids.feedback, text: 'Private words', language: 'en', screen: '/practice' }
  await browser.post('/api/v1/feedback', feedback)
  await browser.post('/api/v1/events', { events: [{ name: 'add_piece', at: 1 }] })

  async function snapshot(): Promise<string[]> {
    const tables = await sql<{ name: string }>`
      select quote_ident(table_name) as name from information_schema.tables where table_schema = 'public'`.execute(
      db,
    )
    const rows: string[] = []
    for (const { name } of tables.rows) {
      // These tables count attempts, so a refused one may change them.
      if (/rate_limit|verification|mailbox/.test(name)) continue
      const found = await sql<{ row: string }>`select whole::text as row from ${sql.raw(name)} whole
        where whole::text like ${`%${userId}%`} order by 1`.execute(db)
      rows.push(...found.rows.map(({ row }) => `${name} ${row}`))
    }
    const { user } = await (await browser.get('/api/v1/session')).json()
    return [...rows, `signed in: ${user?.email}`]
  }

  return { browser, userId, email: 'victim@example.org', ids, snapshot }
}

export async function revealsNothing(answer: Response): Promise<boolean> {
  return answer.status !== 500 && !VICTIM_DATA.test(await answer.text())
}

export const isRefused = async (answer: Response, ...statuses: number[]) =>
  statuses.includes(answer.status) && (await revealsNothing(answer))

let intruderCount = 0
export const anIntruder = (server: TestServer): Promise<TestBrowser> =>
  createSignedInBrowser(server, `intruder-${(intruderCount += 1)}@example.org`)
