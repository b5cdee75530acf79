import { sql } from 'kysely'
import pg from 'pg'
import { expect, test } from 'vitest'
import { classifyDatabaseError } from '#server/database/database.ts'
import { createListenConnector, openLiveNoticeExchange } from '#server/database/connected-link.ts'
import { createRevisionBus, CHECK_SESSION_REVISION } from '#server/database/revision-bus.ts'
import { openDatabaseNode, startPostgresEngine } from '#tests/database/database-on-postgres.ts'
import { startFaultyNetwork } from '#tests/database/faulty-network.ts'
import { createPiece } from '#tests/library/library-changes.ts'
import { aServer, createSignedInBrowser } from '#tests/server/whole-server.ts'
import {
  aUser,
  changeStatuses,
  createLibraryServer,
  silentLogger,
  SyncingDevice,
} from '#tests/sync/library-server.ts'

const { postgres } = startPostgresEngine()
const SERVING = { statementMilliseconds: 3000 }

async function runAsOperator(url: string, ...statements: string[]) {
  const client = new pg.Client({ connectionString: url.replace(/[^/]+$/, 'postgres') })
  await client.connect()
  for (const statement of statements) await client.query(statement)
  await client.end()
}
const databaseName = (url: string) => url.slice(url.lastIndexOf('/') + 1)
const disconnectAll = (url: string) =>
  `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${databaseName(url)}'`

test('[DB27] a connection to a primary that has become read-only is not used again', async () => {
  const database = await openDatabaseNode(await postgres().createDatabase(), { live: 'poll' })
  await sql`set session characteristics as transaction read only`.execute(database.db)
  const refused = await aUser({ database }).catch(classifyDatabaseError)
  expect(refused).toBe('unavailable')
  const user = await aUser({ database })
  expect(await database.db.selectFrom('user').select('id').execute()).toEqual([{ id: user }])
  await database.close()
})

test('[DB27] a server reads nothing from a standby and reconnects to the primary', async () => {
  const url = await postgres().createDatabase()
  const database = await openDatabaseNode(url, { live: 'poll' })
  const user = await aUser({ database })
  await runAsOperator(
    url,
    `alter database ${databaseName(url)} set default_transaction_read_only = on`,
    disconnectAll(url),
  )
  const read = () => database.db.selectFrom('user').select('id').execute()
  await expect.poll(() => read().catch(String)).toContain('the database is read-only')
  expect(await database.isReady()).toBe(false)
  await runAsOperator(url, `alter database ${databaseName(url)} set default_transaction_read_only = off`)
  expect(await read()).toEqual([{ id: user }])
  await database.close()
})

test('[DB8] a statement without a response ends its connection, and the next ones use new connections', async () => {
  const url = new URL(await postgres().createDatabase())
  const network = await startFaultyNetwork(Number(url.port))
  url.port = String(network.port)
  const database = await openDatabaseNode(url.href, { live: 'poll', serving: SERVING })
  const server = createLibraryServer(database)
  const newDevice = async () => new SyncingDevice(server, await aUser({ database }))
  const devices = [await newDevice(), await newDevice(), await newDevice()]
  await Promise.all(devices.map(device => device.sync(createPiece())))
  network.swallow(true)
  const change = createPiece()
  const answers = await Promise.all(
    devices.map(device => device.post(JSON.stringify({ ...device.request(), changes: [change] }))),
  )
  expect(answers.map(({ status }) => status)).toEqual([503, 503, 503])
  await expect.poll(() => database.load()).toEqual({ running: 0, waiting: 0 })
  network.swallow(false)
  const applied = await Promise.all(devices.map(device => device.sync(change)))
  expect(applied.flatMap(changeStatuses)).toEqual(['applied', 'applied', 'applied'])
  await database.close()
  await network.cut()
})

test('[DB8] a commit that waits for a standby is not acknowledged, and is applied once', async () => {
  const url = await postgres().createDatabase()
  const database = await openDatabaseNode(url, { live: 'poll', serving: SERVING })
  const server = createLibraryServer(database)
  const device = new SyncingDevice(server, await aUser({ database }))
  await device.sync(createPiece())
  const waitFor = (standby: string) => [
    `alter system set synchronous_standby_names = '${standby}'`,
    'select pg_reload_conf()',
  ]
  let change = createPiece()
  // PostgreSQL reloads the setting a moment later. A change that arrives earlier is applied, and a new one is sent.
  const sendAnother = () => {
    change = createPiece()
    return device.post(JSON.stringify({ ...device.request(), changes: [change] }))
  }
  try {
    await runAsOperator(url, ...waitFor('nobody'))
    await expect.poll(async () => (await sendAnother()).status).toBe(503)
  } finally {
    // Otherwise the commits of all later tests would wait.
    await runAsOperator(url, ...waitFor(''))
  }
  expect(changeStatuses(await device.sync(change))).toEqual(['duplicate'])
  await database.close()
})

test('[DB27] pings notice that the machine of a live connection has vanished', async () => {
  const url = new URL(await postgres().createDatabase())
  const database = await openDatabaseNode(url.href, { live: 'poll' })
  const network = await startFaultyNetwork(Number(url.port))
  url.port = String(network.port)
  const warnings: string[] = []
  const log = silentLogger.child({})
  log.warn = (...given: unknown[]) => void warnings.push(String(given.at(-1)))
  const connect = createListenConnector(database.db, url.href, 'test')
  const options = { db: database.db, log, to: 'the database', connect, pingMilliseconds: 200 }
  const bus = createRevisionBus(subscribers => openLiveNoticeExchange(options, subscribers))
  const heard: number[] = []
  bus.subscribe('somebody', revision => heard.push(revision))
  await expect.poll(() => heard).toContain(CHECK_SESSION_REVISION)
  heard.length = 0
  network.swallow(true)
  await expect.poll(() => warnings).toContain('the live connection to the database was lost')
  network.swallow(false)
  await expect.poll(() => heard).toContain(CHECK_SESSION_REVISION)
  await bus.close()
  await database.close()
  await network.cut()
})

test('[DB8] a request whose connection is lost is answered 503, even if the database is back at once', async () => {
  const url = await postgres().createDatabase()
  const server = await aServer({}, { database: await openDatabaseNode(url) })
  const browser = await createSignedInBrowser(server, 'anna@example.org')
  const operator = new pg.Client({ connectionString: url })
  await operator.connect()
  const isWaiting = `from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  const countWaiting = async () => (await operator.query(`select pid ${isWaiting}`)).rowCount
  for (const path of ['/api/v1/session', '/api/v1/account/export?format=json']) {
    await operator.query('begin')
    await operator.query('lock table session in access exclusive mode')
    const answer = browser.get(path)
    await expect.poll(countWaiting).toBe(1)
    await operator.query(`select pg_terminate_backend(pid) ${isWaiting}`)
    await operator.query('rollback')
    const { status, headers } = await answer
    expect([path, status, headers.get('retry-after')]).toEqual([path, 503, '5'])
    expect((await browser.get(path)).status).toBe(200)
  }
  await operator.end()
  await server.close()
})
