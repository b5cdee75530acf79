import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { stripeReconciliationJob } from '#server/billing/subscriptions.ts'
import { createBillingDependencies } from '#server/billing/billing.ts'
import type { Database } from '#server/database/database.ts'
import { feedbackMailJob } from '#server/feedback/feedback.ts'
import { housekeepingJob } from '#server/jobs/housekeeping-job.ts'
import { aShop, never } from '#tests/billing/billing-shop.ts'
import type { Shop } from '#tests/billing/billing-shop.ts'
import { openDatabaseNode, startPostgresEngine } from './database-on-postgres.ts'
import { capturePartitionedStatements, distributeByUser, findStatementsAcross } from './distribute-by-user.ts'
import { countRowsOfUser, fillEveryTable } from './rows-of-user.ts'

const { postgres } = startPostgresEngine()
const DAY = 86_400_000
let database: Database
let shop: Shop
beforeAll(async () => {
  database = await openDatabaseNode(await postgres().createDatabase())
  await distributeByUser(database)
  shop = await aShop([database])
})
afterAll(() => shop.close())

test('[DB18] every statement of signing in, limits, buying, exporting and deleting an account names one partition', async () => {
  let leaver = { id: '', email: '' }
  const statements = await capturePartitionedStatements(async () => {
    const { browser, id, email } = await fillEveryTable(shop)
    for (const format of ['json', 'csv']) {
      const file = await browser.get(`/api/v1/account/export?format=${format}`)
      expect([file.status, (await file.text()).length > 100]).toEqual([200, true])
    }
    for (const path of ['session', 'sessions', 'sign-ins', 'account/avatar'])
      expect([path, (await browser.get(`/api/v1/${path}`)).status]).toEqual([path, 200])
    expect((await browser.send('/api/v1/account', { method: 'DELETE' })).status).toBe(204)
    leaver = { id, email }
  })
  // The history is deleted behind the answer.
  const left = async () => (await countRowsOfUser(database.db, leaver)).filter(({ rows }) => rows > 0)
  await expect.poll(left).toEqual([])
  const used = (table: string) => statements.filter(statement => statement.sql.includes(table)).length
  for (const table of ['rate_limit', 'user_revision', 'subscription', 'avatar', 'practice', 'sync_change'])
    expect([table, used(table) > 0]).toEqual([table, true])
  // The counters of an address or a user are found by their hash only when an account is deleted.
  expect(await findStatementsAcross(database, statements)).toEqual([
    `delete from "rate_limit" where split_part(key, ':', 2) in ($1, $2)`,
  ])
})

test('[DB18] of the jobs only housekeeping looks at all users: for what has expired, and for whose rows are to be purged', async () => {
  const { db } = database
  const { id, browser } = await fillEveryTable(shop)
  const { context } = shop.first
  const now = context.now()
  await sql`update piece set deleted_at = ${now - 200 * DAY}::bigint, created_at = 0`.execute(db)
  await sql`update sync_change set created_at = ${now - 91 * DAY}::bigint`.execute(db)
  await sql`update billing_account set check_due_at = 0`.execute(db)
  await sql`update feedback set mailed_at = null`.execute(db)
  const billing = createBillingDependencies(context) ?? never()
  const { configuration } = context
  const operator = { ...configuration.operator, email: 'ada@example.org' }
  const jobs = [
    housekeepingJob,
    feedbackMailJob({ ...context, configuration: { ...configuration, operator } }),
    stripeReconciliationJob(billing),
  ]
  const statements = await capturePartitionedStatements(async () => {
    for (const job of jobs) await job.run(db, now + 2 * 60_000, () => true)
  })
  // They had something to do.
  expect(await db.selectFrom('piece').select('id').execute()).toEqual([])
  expect(await db.selectFrom('sync_change').select('id').execute()).toEqual([])
  expect(await db.selectFrom('feedback').select('id').where('mailed_at', 'is', null).execute()).toEqual([])
  const revision = db.selectFrom('user_revision').select('minimum_revision').where('user_id', '=', id)
  expect((await revision.executeTakeFirstOrThrow()).minimum_revision).toBeGreaterThan(0)
  expect((await browser.get('/api/v1/session')).status).toBe(200)

  expect((await findStatementsAcross(database, statements)).map(text => text.slice(0, 56))).toEqual([
    'delete from "rate_limit" where "window_start" < $1 and c',
    'delete from "sync_change" where "created_at" < $1 and ct',
    'select "user_id" from "piece" where "deleted_at" < $1 un',
  ])
})

test('[DB18] what has expired is deleted from every partition, and nothing else', async () => {
  const { db } = database
  const now = 1000 * DAY
  // In each partition rows of both kinds have the same places.
  const rows = Array.from({ length: 400 }, (_, index) => ({
    user_id: `musician-${index % 40}`,
    id: `change-${index}`,
    revision: 1,
    created_at: index % 40 < 20 ? now - 91 * DAY : now,
  }))
  await db.insertInto('sync_change').values(rows).execute()
  await housekeepingJob.run(db, now, () => true)
  const left = await db
    .selectFrom('sync_change')
    .select('id')
    .where('user_id', 'like', 'musician-%')
    .execute()
  const fresh = rows.filter(row => row.created_at === now)
  expect(left.map(({ id }) => id).toSorted()).toEqual(fresh.map(({ id }) => id).toSorted())
})
