import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aShop, requestCheckout, never } from '#tests/billing/billing-shop.ts'
import type { Tables } from '#server/database/tables.ts'
import type { Shop } from '#tests/billing/billing-shop.ts'
import { ACCOUNT_URL, deletionContract, tablesWithRows, pushNewPiece } from './deletion-contract.ts'
import { nodesOnPostgres } from '#tests/database/nodes-on-postgres.ts'
import { fillEveryTable } from '#tests/database/rows-of-user.ts'
import { aBrowser, requestSignInMail } from '#tests/server/whole-server.ts'

const open = nodesOnPostgres()
deletionContract('PostgreSQL', open)

let opened: Shop | null = null
beforeAll(async () => {
  opened = await aShop(await open())
})
afterAll(() => opened?.close())

// Only here can a deletion stand still half-way: PGlite has one connection.
test('[DA1] writes that begin during the deletion wait for its end and find no user', async () => {
  const shop = opened ?? never()
  const { db, last, first, deliver, eventsOf } = shop
  const [user, buyer] = [await fillEveryTable(shop), await shop.aBuyer()]
  const { token } = await requestSignInMail(first, user.browser, user.email)
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
  const { promise: isHeld, resolve: holds } = Promise.withResolvers<void>()
  // The deletion comes to this table when most others are done.
  const holding = last.context.database.db.transaction().execute(async transaction => {
    await sql`lock table sign_in_code in access exclusive mode`.execute(transaction)
    holds()
    await held
  })
  await isHeld
  const waiting = () => waitingConnections(db)
  const deletions = [user, buyer].map(({ browser }) => browser.send(ACCOUNT_URL, { method: 'DELETE' }))
  await expect.poll(waiting).toBe(2)
  let settled = 0
  const begun = [
    user.elsewhere.post('/api/v1/events', { events: [{ name: 'add_piece', at: 1 }] }),
    user.elsewhere.post('/api/v1/feedback', { text: 'now', language: 'en', screen: '/pieces' }),
    pushNewPiece(user.elsewhere),
    pushNewPiece(buyer.elsewhere),
    deliver(eventsOf(user.customer)[0] ?? never(), last),
    requestCheckout(buyer.elsewhere),
    aBrowser(last).post('/api/v1/sign-in-links/confirm', { email: user.email, token }),
  ].map(answer => answer.finally(() => (settled += 1)))
  await expect.poll(async () => (await waiting()) + settled).toBeGreaterThanOrEqual(2 + begun.length)
  letGo()
  await holding

  expect((await Promise.all(deletions)).map(({ status }) => status)).toEqual([204, 204])
  const statuses = (await Promise.all(begun)).map(({ status }) => status)
  expect(statuses).toEqual([401, 401, 401, 401, 200, 401, 400])
  for (const { id } of [user, buyer]) await expect.poll(() => tablesWithRows(db, { id })).toEqual([])
})

test('[DA1] a limit that is consumed after its counters were deleted is not counted', async () => {
  const shop = opened ?? never()
  const { db, last } = shop
  const user = await shop.aBuyer()
  // The row of the user is deleted last, so there the deletion stands still.
  await sql`create function wait_here() returns trigger language plpgsql as
    $$ begin perform pg_advisory_xact_lock(1); return old; end $$`.execute(db)
  await sql`create trigger wait_here before delete on "user" execute function wait_here()`.execute(db)
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
  const { promise: isHeld, resolve: holds } = Promise.withResolvers<void>()
  const holding = last.context.database.db.transaction().execute(async transaction => {
    await sql`select pg_advisory_xact_lock(1)`.execute(transaction)
    holds()
    await held
  })
  await isHeld

  const deletion = user.browser.send(ACCOUNT_URL, { method: 'DELETE' })
  await expect.poll(() => waitingConnections(db)).toBe(1)
  let settled = 0
  const begun = [
    user.elsewhere.get('/api/v1/account/export'),
    user.elsewhere.post('/api/v1/billing/refresh', {}),
    user.elsewhere.send(ACCOUNT_URL, { method: 'DELETE' }),
  ].map(answer => answer.finally(() => (settled += 1)))
  await expect.poll(async () => (await waitingConnections(db)) + settled).toBe(1 + begun.length)
  letGo()
  await holding
  await sql`drop function wait_here cascade`.execute(db)

  expect((await deletion).status).toBe(204)
  expect((await Promise.all(begun)).map(({ status }) => status)).toEqual(begun.map(() => 401))
  await expect.poll(() => tablesWithRows(db, { id: user.id })).toEqual([])
})

async function waitingConnections(db: Kysely<Tables>): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(distinct pid)::int as count from pg_locks where not granted`.execute(db)
  return rows[0]?.count ?? 0
}
