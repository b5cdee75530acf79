import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '#server/database/database.ts'
import { aShop } from '#tests/billing/billing-shop.ts'
import type { Shop } from '#tests/billing/billing-shop.ts'
import { openDatabaseNode, startPostgresEngine } from './database-on-postgres.ts'
import { capturePartitionedStatements, distributeByUser, findStatementsAcross } from './distribute-by-user.ts'
import { countRowsOfUser, fillEveryTable } from './rows-of-user.ts'

const { postgres } = startPostgresEngine()
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
