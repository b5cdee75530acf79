import { sql, type RawBuilder } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { FRESH_SESSION_SECONDS } from '#core/protocol/sign-in.ts'
import { USER_ROW_CONDITIONS } from '#server/account/table-ownership.ts'
import type { Tables } from '#server/database/tables.ts'
import { aShop, beginCheckout, getPlan, never, requestCheckout } from '#tests/billing/billing-shop.ts'
import type { Shop } from '#tests/billing/billing-shop.ts'
import { nodesOnPostgres } from '#tests/database/nodes-on-postgres.ts'
import {
  countRowsOfUser,
  fillEveryTable,
  findMentionsOfUser,
  findTablesWithoutRows,
  listTables,
  tablesWithRows,
} from '#tests/database/rows-of-user.ts'
import { createPiece, syncRound } from '#tests/library/library-changes.ts'
import { repetitions } from '#tests/repository/repetitions.ts'
import {
  aBrowser,
  createSignedInBrowser,
  readProblem,
  requestSignInMail,
} from '#tests/server/whole-server.ts'
import type { TestBrowser } from '#tests/server/whole-server.ts'

const ROUNDS = repetitions(3, 6)

const open = nodesOnPostgres()
let opened: Shop | null = null
beforeAll(async () => {
  opened = await aShop(await open())
})
afterAll(() => opened?.close())
const shop = () => opened ?? never()

test('[DA1] every table has a condition that finds the rows of a user, or belongs to nobody', async () => {
  const tables = await listTables(shop().db)
  expect(tables.map(each => each.table).toSorted()).toEqual(Object.keys(USER_ROW_CONDITIONS).toSorted())
  const owned = tables.filter(({ columns }) => columns.some(column => /^(user_?id|email)$/i.test(column)))
  expect(owned.filter(({ table }) => USER_ROW_CONDITIONS[table] === null)).toEqual([])
})

test('[DA1] 0 rows are left of the user in any table and any column, and every row of the other is', async () => {
  const [leaver, stayer] = [await fillEveryTable(shop()), await fillEveryTable(shop())]
  // An empty table would prove nothing.
  for (const user of [leaver, stayer])
    expect(findTablesWithoutRows(await countRowsOfUser(shop().db, user))).toEqual([])
  const before = await findMentionsOfUser(shop().db, stayer)

  expect((await deleteAccount(leaver.browser)).status).toBe(204)
  await expect.poll(() => tablesWithRows(shop().db, leaver)).toEqual([])
  expect(await findMentionsOfUser(shop().db, stayer)).toEqual(before)
})

test('[DA1] the subscription ends first; where it cannot, nothing is deleted', async () => {
  const { standIn, db } = shop()
  const user = await fillEveryTable(shop())
  const before = await countRowsOfUser(db, user)
  for (let tries = 0; tries < 2; tries += 1)
    standIn.failNext({ kind: 'reset', performed: false, of: 'DELETE /v1/subscriptions/:id' })
  expect(await readProblem(deleteAccount(user.browser))).toEqual([502, 'payment-provider-failed'])
  expect(user.subscription.status).toBe('active')
  expect(withoutCounters(await countRowsOfUser(db, user))).toEqual(withoutCounters(before))
  expect(await getPlan(user.browser)).toBe('pro')
  expect((await deleteAccount(user.browser)).status).toBe(204)
  expect(user.subscription.status).toBe('canceled')
})

test('[DA7] a sign-in older than half an hour deletes nothing, a new one does', async () => {
  const { first, db } = shop()
  const { id, email, browser } = await shop().aBuyer()
  const createdAt = new Date(first.context.now() - (FRESH_SESSION_SECONDS + 5) * 1000)
  await db.updateTable('session').set({ createdAt }).where('userId', '=', id).execute()
  expect(await readProblem(deleteAccount(browser))).toEqual([403, 'fresh-session-required'])
  expect(await countUsers(id)).toBe(1)
  expect((await deleteAccount(await createSignedInBrowser(first, email))).status).toBe(204)
  expect(await countUsers(id)).toBe(0)
})

test('[DA1] concurrent requests leave nothing of the user, in whatever order they arrive', async () => {
  const { nodes, deliver, eventsOf, db, last } = shop()
  for (let round = 0; round < ROUNDS; round += 1) {
    const user = await fillEveryTable(shop())
    const { token } = await requestSignInMail(nodes[0] ?? never(), user.browser, user.email)
    const confirm = { email: user.email, token }
    const answers = await Promise.all([
      ...[1, 2, 3].map(() => pushNewPiece(user.elsewhere)),
      user.elsewhere.post('/api/v1/events', { events: [{ name: 'add_piece', at: 1 }] }),
      user.elsewhere.post('/api/v1/feedback', { text: 'now', language: 'en', screen: '/pieces' }),
      ...eventsOf(user.customer).map(event => deliver(event, last)),
      user.elsewhere.post('/api/v1/billing/refresh', {}),
      deleteAccount(user.browser),
      ...[1, 2, 3].map(() => pushNewPiece(user.elsewhere)),
      user.elsewhere.post('/api/v1/sign-in-links/confirm', confirm),
    ])
    expect(answers.filter(({ status }) => status >= 500)).toEqual([])
    // By id only, because the concurrent sign-in may create a new user with the same address.
    await expect.poll(() => tablesWithRows(db, { id: user.id })).toEqual([])
  }
})

test('[DA1] an account is deleted once if that is requested twice, at once and later', async () => {
  const user = await fillEveryTable(shop())
  const answers = await Promise.all([deleteAccount(user.browser), deleteAccount(user.elsewhere)])
  const statuses = answers.map(({ status }) => status).toSorted((one, other) => one - other)
  expect(statuses[0]).toBe(204)
  expect([204, 401]).toContain(statuses[1])
  user.browser.cookies.set(...user.cookie)
  expect(await readProblem(deleteAccount(user.browser))).toEqual([401, 'account-deleted'])
})

test('[DA1] a fault between Stripe and the database leaves an account that can be deleted again', async () => {
  const { db } = shop()
  const user = await fillEveryTable(shop())
  await db.schema.alterTable('feedback').renameTo('feedback_away').execute()
  expect((await deleteAccount(user.browser)).status).toBe(500)
  await db.schema.alterTable('feedback_away').renameTo('feedback').execute()
  expect(user.subscription.status).toBe('canceled')
  expect(findTablesWithoutRows(await countRowsOfUser(db, user))).toEqual([])
  expect((await deleteAccount(user.browser)).status).toBe(204)
  await expect.poll(() => tablesWithRows(db, user)).toEqual([])
})

test('[DA6] the other devices are told that the account was deleted, and get no more updates', async () => {
  const { id, browser, email, elsewhere } = await shop().aBuyer()
  const phone = await createSignedInBrowser(shop().first, email)
  const stream = (await phone.get('/api/v1/live')).body?.getReader()
  await stream?.read()
  expect((await deleteAccount(browser)).status).toBe(204)
  expect((await stream?.read())?.done).toBe(true)
  for (const device of [phone, elsewhere]) {
    expect(await (await device.get('/api/v1/session')).json()).toMatchObject({
      user: null,
      ended: 'account-deleted',
    })
    expect(await readProblem(pushNewPiece(device))).toEqual([401, 'account-deleted'])
  }
  // The browser that deleted the account has lost its cookie.
  expect(browser.cookies.has('dacapo.session_token')).toBe(false)
  const { rows } = await sql<{ row: string }>`select e::text as row from ended_session e`.execute(shop().db)
  for (const told of [id, email]) expect(JSON.stringify(rows)).not.toContain(told)
})

test('[DA1] the same address can sign up again, and its account is new and empty', async () => {
  const user = await fillEveryTable(shop())
  await deleteAccount(user.browser)
  const browser = await createSignedInBrowser(shop().first, user.email)
  const { user: other, stripeRole } = await (await browser.get('/api/v1/session')).json()
  expect(other.id).not.toBe(user.id)
  expect(stripeRole).toBe(null)
  expect((await beginCheckout(browser)).currency).toBe('USD')
})

const countUsers = async (id: string) =>
  (await shop().db.selectFrom('user').select('id').where('id', '=', id).execute()).length

test('[DA1] writes that begin during the deletion wait for its end and find no user', async () => {
  const { db, last, first, deliver, eventsOf } = shop()
  const [user, buyer] = [await fillEveryTable(shop()), await shop().aBuyer()]
  const { token } = await requestSignInMail(first, user.browser, user.email)
  // The deletion reaches this table after most of the others.
  const release = await holdLock(sql`lock table sign_in_code in access exclusive mode`)
  const responses = [user, buyer].map(({ browser }) => deleteAccount(browser))
  await expect.poll(() => countWaiting()).toBe(2)
  let settled = 0
  const requests = [
    user.elsewhere.post('/api/v1/events', { events: [{ name: 'add_piece', at: 1 }] }),
    user.elsewhere.post('/api/v1/feedback', { text: 'now', language: 'en', screen: '/pieces' }),
    pushNewPiece(user.elsewhere),
    pushNewPiece(buyer.elsewhere),
    deliver(eventsOf(user.customer)[0] ?? never(), last),
    requestCheckout(buyer.elsewhere),
    aBrowser(last).post('/api/v1/sign-in-links/confirm', { email: user.email, token }),
  ].map(answer => answer.finally(() => (settled += 1)))
  await expect.poll(async () => (await countWaiting()) + settled).toBeGreaterThanOrEqual(2 + requests.length)
  await release()

  expect((await Promise.all(responses)).map(({ status }) => status)).toEqual([204, 204])
  const statuses = (await Promise.all(requests)).map(({ status }) => status)
  expect(statuses).toEqual([401, 401, 401, 401, 200, 401, 400])
  for (const { id } of [user, buyer]) await expect.poll(() => tablesWithRows(db, { id })).toEqual([])
})

test('[DA1] a limit that is consumed after its counters were deleted is not counted', async () => {
  const { db } = shop()
  const user = await shop().aBuyer()
  // The row of the user is deleted last, so this stops the deletion at its end.
  await sql`create function wait_here() returns trigger language plpgsql as
    $$ begin perform pg_advisory_xact_lock(1); return old; end $$`.execute(db)
  await sql`create trigger wait_here before delete on "user" execute function wait_here()`.execute(db)
  const release = await holdLock(sql`select pg_advisory_xact_lock(1)`)

  const response = deleteAccount(user.browser)
  await expect.poll(() => countWaiting()).toBe(1)
  let settled = 0
  const requests = [
    user.elsewhere.get('/api/v1/account/export'),
    user.elsewhere.post('/api/v1/billing/refresh', {}),
    deleteAccount(user.elsewhere),
  ].map(answer => answer.finally(() => (settled += 1)))
  await expect.poll(async () => (await countWaiting()) + settled).toBe(1 + requests.length)
  await release()
  await sql`drop function wait_here cascade`.execute(db)

  expect((await response).status).toBe(204)
  expect((await Promise.all(requests)).map(({ status }) => status)).toEqual(requests.map(() => 401))
  await expect.poll(() => tablesWithRows(db, { id: user.id })).toEqual([])
})

async function holdLock(lock: RawBuilder<unknown>): Promise<() => Promise<void>> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const { promise: isLocked, resolve: locked } = Promise.withResolvers<void>()
  const holding = shop()
    .last.context.database.db.transaction()
    .execute(async transaction => {
      await lock.execute(transaction)
      locked()
      await released
    })
  await isLocked
  return () => {
    release()
    return holding
  }
}

async function countWaiting(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(distinct pid)::int as count from pg_locks where not granted`.execute(shop().db)
  return rows[0]?.count ?? 0
}

const deleteAccount = (browser: TestBrowser) => browser.send('/api/v1/account', { method: 'DELETE' })

const pushNewPiece = (browser: TestBrowser) => browser.post('/api/v1/sync', syncRound([createPiece()]))

const withoutCounters = (holds: readonly { table: keyof Tables; rows: number }[]) =>
  holds.filter(({ table }) => table !== 'rate_limit')
