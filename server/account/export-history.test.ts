import { randomUUID } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { exportSchema } from '#core/import-export/export-format.ts'
import type { ExportDocument } from '#core/import-export/export-format.ts'
import {
  createPiece,
  randomPartId,
  randomPieceId,
  randomPracticeId,
  syncRound,
} from '#tests/library/library-changes.ts'
import { aServerOnPostgres } from '#tests/database/server-on-postgres.ts'
import { aServer, createSignedInBrowser, findSession } from '#tests/server/whole-server.ts'
import type { TestBrowser, TestServer } from '#tests/server/whole-server.ts'

const ENTRIES = 5003

describe.each([
  ['PGlite', () => aServer()],
  ['PostgreSQL', aServerOnPostgres],
] as const)('the export of a long history on %s', (engine, start) => {
  let server: TestServer
  let clara: TestBrowser
  let id: string
  afterAll(() => server.close())

  async function exported(): Promise<ExportDocument> {
    const answer = await clara.get('/api/v1/account/export')
    expect(answer.status).toBe(200)
    return exportSchema.parse(await answer.json())
  }

  const entries = (values: RawBuilder<unknown>) =>
    sql`insert into practice (user_id, id, piece_id, part_id, tempo, at, revision) ${values}`
  beforeAll(async () => {
    server = await start()
    clara = await createSignedInBrowser(server, `${randomUUID()}@example.org`)
    id = (await findSession(clara)).id
    const piece = createPiece()
    const round = syncRound([piece])
    await clara.post('/api/v1/sync', round)
    const part = piece.args.parts[0]?.id ?? ''
    const { db } = server.context.database
    await entries(sql`
      select ${id}, gen_random_uuid()::text, ${piece.args.id}, ${part}, 40 + n % 100, n, 1
      from generate_series(1, ${ENTRIES}::int) as n`).execute(db)
  })

  test('[EX1] is complete and in order, and lets other requests run meanwhile', async () => {
    const { db } = server.context.database
    const ended = new AbortController()
    let turns = 0
    const others = (async () => {
      for (; !ended.signal.aborted; turns += 1) {
        await sql`select 1`.execute(db)
        // PGlite answers without letting anything else of the process run.
        await nextTurn()
      }
    })()
    const { practice } = await exported().finally(() => ended.abort())
    await others
    expect(practice.map(({ at }) => at)).toEqual(Array.from({ length: ENTRIES }, (_, index) => index + 1))
    expect(turns).toBeGreaterThan(10)
  })

  test('[EX1] is of one moment, or fails, if another server writes while it is read', async () => {
    const { db } = server.context.database
    const another = randomPieceId()
    const reading = clara.get('/api/v1/account/export')
    await db.transaction().execute(async db => {
      const revision = sql`(select revision from user_revision where user_id = ${id})`
      await sql`update user_revision set revision = revision + 1 where user_id = ${id}`.execute(db)
      await sql`insert into piece (user_id, id, name, importance, end_tempo, created_at, updated_at, revision)
        values (${id}, ${another}, 'Another', 3, 120, 1, 1, ${revision})`.execute(db)
      await entries(
        sql`values (${id}, ${randomPracticeId()}, ${another}, ${randomPartId()}, 60, 9000, ${revision})`,
      ).execute(db)
    })
    const answer = await reading
    expect([200, 503]).toContain(answer.status)
    const { pieces, practice } = answer.ok ? exportSchema.parse(await answer.json()) : await exported()
    expect(pieces.length).toBeGreaterThan(0)
    expect(practice.length - ENTRIES).toBe(pieces.length - 1)
  })

  // The rest is the same on both; PGlite takes long for it.
  if (engine === 'PGlite') return

  test('[EX1] runs one export of a user at a time', async () => {
    const answers = await Promise.all(Array.from({ length: 6 }, () => clara.get('/api/v1/account/export')))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(5)
    expect((await clara.get('/api/v1/account/export')).status).toBe(200)
  })
})
