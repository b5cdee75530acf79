import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { MAX_ROWS_PER_RESPONSE } from '#core/protocol/sync-protocol.ts'
import { captureQueries, maxRowsReadByPlan } from '#tests/database/captured-query.ts'
import { openMemoryDatabase } from '#tests/database/memory-database.ts'
import { selectLibraryPage } from './rows-since.ts'

const ENTRIES = 5000

test('[DB46] the end of a page is found in the order of the index, without reading a whole history', async () => {
  const database = await openMemoryDatabase()
  // As a server leaves them that has been used for years: each entry has a revision of its own.
  await sql`
    insert into practice (user_id, id, piece_id, part_id, tempo, at, revision)
    select 'clara', gen_random_uuid()::text, 'piece', 'part', 90, number, number
    from generate_series(1, ${ENTRIES}::int) as number`.execute(database.db)
  const head = { user_id: 'clara', revision: ENTRIES, day: 0, changes_of_day: 0 }
  await database.db.insertInto('user_revision').values(head).execute()
  const statement = async (since: number, entriesSince: number) => {
    const page = { rows: [], until: 0, entriesUntil: 0, pieces: [], parts: [], practice: [] }
    const cursors = { since, entriesSince }
    const [query] = await captureQueries(page, db => selectLibraryPage(db, 'clara', cursors))
    if (query === undefined) throw new Error('no statement')
    return query
  }
  const filling = await statement(ENTRIES, 1000)
  for (const query of [await statement(0, 0), await statement(1, 0), filling])
    expect(await maxRowsReadByPlan(database, query)).toBeLessThanOrEqual(MAX_ROWS_PER_RESPONSE + 1)

  // The control: what PGlite's planner chooses otherwise, because it takes every table for small.
  await database.db.transaction().execute(async db => {
    await sql`set local enable_bitmapscan = on`.execute(db)
    expect(await maxRowsReadByPlan({ ...database, db }, await statement(1, 0))).toBe(ENTRIES)
  })
  await database.close()
})
