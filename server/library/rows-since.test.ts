import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { MAX_ROWS_PER_RESPONSE } from '#core/protocol/sync-protocol.ts'
import { openMemoryDatabase } from '#tests/database/memory-database.ts'
import { captureStatement, maxRowsReadByPlan } from '#tests/database/statement-plan.ts'
import { loadLibraryPage } from './rows-since.ts'

const ENTRIES = 5000

test('[DB46] the end of a page is found in the order of the index, without reading a whole history', async () => {
  const database = await openMemoryDatabase()
  // As after years of use, each entry has a revision of its own.
  await sql`
    insert into practice (user_id, id, piece_id, part_id, tempo, at, revision)
    select 'clara', gen_random_uuid()::text, 'piece', 'part', 90, number, number
    from generate_series(1, ${ENTRIES}::int) as number`.execute(database.db)
  const head = { user_id: 'clara', revision: ENTRIES, day: 0, changes_of_day: 0 }
  await database.db.insertInto('user_revision').values(head).execute()
  const { db } = database
  const statement = (since: number, entriesSince: number) => {
    const page = { rows: [], until: 0, entriesUntil: 0, pieces: [], parts: [], practice: [] }
    return captureStatement(db, page, () => loadLibraryPage(db, 'clara', { since, entriesSince }))
  }
  const filling = await statement(ENTRIES, 1000)
  for (const query of [await statement(0, 0), await statement(1, 0), filling])
    expect(await maxRowsReadByPlan(db, query)).toBeLessThanOrEqual(MAX_ROWS_PER_RESPONSE + 1)

  // The control: the plan that PGlite chooses otherwise, because it takes every table for small.
  const early = await statement(1, 0)
  await db.transaction().execute(async transaction => {
    await sql`set local enable_bitmapscan = on`.execute(transaction)
    expect(await maxRowsReadByPlan(transaction, early)).toBe(ENTRIES)
  })
  await database.close()
})
