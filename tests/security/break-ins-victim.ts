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
import { createSignedInBrowser } from '#tests/server/whole-server.ts'
import type { TestBrowser, TestServer } from '#tests/server/whole-server.ts'

/** What a victim wrote, in whatever form it is told to somebody else. */
const THEIR_WORDS = /victim@example|Wanted Sonata|Private words/

/** Creates a user with data of every kind, and a function that checks that it is unchanged. */
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
    letter: randomUUID(),
  }
  const create = createPiece({ pieceId: ids.piece, partIds: [...ids.parts], name: 'Wanted Sonata' })
  const practice = addPracticeEntry(ids.piece, ids.parts[0], { id: ids.practice })
  await browser.post('/api/v1/sync', syncRound([create, practice]))
  const letter = { id: ids.letter, text: 'Private words', language: 'en', screen: '/practice' }
  await browser.post('/api/v1/feedback', letter)
  await browser.post('/api/v1/events', { events: [{ name: 'add_piece', at: 1 }] })

  /** Every row of every table that is theirs, and whether they are still signed in. */
  async function everything(): Promise<string[]> {
    const tables = await sql<{ name: string }>`
      select quote_ident(table_name) as name from information_schema.tables where table_schema = 'public'`.execute(
      db,
    )
    const rows: string[] = []
    for (const { name } of tables.rows) {
      // These count and remember attempts.
      if (/rate_limit|verification|mailbox/.test(name)) continue
      const found = await sql<{ row: string }>`select whole::text as row from ${sql.raw(name)} whole
        where whole::text like ${`%${userId}%`} order by 1`.execute(db)
      rows.push(...found.rows.map(({ row }) => `${name} ${row}`))
    }
    const { user } = await (await browser.get('/api/v1/session')).json()
    return [...rows, `signed in: ${user?.email}`]
  }

  return { browser, userId, email: 'victim@example.org', ids, everything }
}

export async function revealsNothing(answer: Response): Promise<boolean> {
  return answer.status !== 500 && !THEIR_WORDS.test(await answer.text())
}

export const isRefused = async (answer: Response, ...statuses: number[]) =>
  statuses.includes(answer.status) && (await revealsNothing(answer))

let people = 0
export const anIntruder = (server: TestServer): Promise<TestBrowser> =>
  createSignedInBrowser(server, `intruder-${(people += 1)}@example.org`)
