import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { deleteNonLibraryRows } from '#server/account/delete-user-rows.ts'
import { housekeepingJob } from '#server/jobs/housekeeping-job.ts'
import { syncRound } from '#tests/library/library-changes.ts'
import { aServer, createSignedInBrowser, findSession, readProblem } from '#tests/server/whole-server.ts'
import type { TestBrowser } from '#tests/server/whole-server.ts'
import { tablesWithRows } from '#tests/database/rows-of-user.ts'

const ENTRIES = 30_000

const server = await aServer()
afterAll(() => server.close())

const db = () => server.context.database.db

async function addEntries(browser: TestBrowser, entries: number): Promise<string> {
  const { id } = await findSession(browser)
  await sql`
    insert into practice (user_id, id, piece_id, part_id, tempo, at, revision)
    select ${id}, gen_random_uuid()::text, 'piece', 'part', 90, n, 1
    from generate_series(1, ${entries}::int) as n`.execute(db())
  return id
}

async function countEntries(id: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from practice where user_id = ${id}`.execute(db())
  return rows[0]?.count ?? 0
}

test('[DA1] while a long history is deleted, its user is signed out, and others are answered', async () => {
  const leaver = await createSignedInBrowser(server, 'leaver@example.org')
  const phone = await createSignedInBrowser(server, 'leaver@example.org')
  const stayer = await createSignedInBrowser(server, 'stayer@example.org')
  const id = await addEntries(leaver, ENTRIES)

  expect((await leaver.send('/api/v1/account', { method: 'DELETE' })).status).toBe(204)
  expect(await readProblem(phone.post('/api/v1/sync', syncRound()))).toEqual([401, 'account-deleted'])
  expect(await countEntries(id)).toBeGreaterThan(ENTRIES / 2)
  let answered = 0
  while ((await db().selectFrom('deleted_user').select('id').executeTakeFirst()) !== undefined) {
    expect((await stayer.get('/healthz')).status).toBe(200)
    expect((await stayer.get('/api/v1/session')).status).toBe(200)
    answered += 1
  }
  expect(answered).toBeGreaterThan(ENTRIES / 5000)
  await expect.poll(() => tablesWithRows(db(), { id })).toEqual([])
})

test('[DA1] housekeeping deletes what a killed server left of a history', async () => {
  const leaver = await createSignedInBrowser(server, 'leaver@example.org')
  const id = await addEntries(leaver, 1200)
  // Deletes no more than a server does that is killed before it deletes the history.
  await deleteNonLibraryRows(db(), id)
  expect(await countEntries(id)).toBe(1200)
  let steps = 0
  await housekeepingJob.run(db(), server.context.now(), () => (steps += 1) < 3)
  expect(await countEntries(id)).toBeGreaterThan(0)
  await housekeepingJob.run(db(), server.context.now(), () => true)
  await expect.poll(() => tablesWithRows(db(), { id })).toEqual([])
})
