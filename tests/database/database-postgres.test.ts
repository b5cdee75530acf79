import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { expect, test } from 'vitest'
import type { Database } from '#server/database/database.ts'
import { openDatabase } from '#server/database/open-database.ts'
import { databaseContract } from './contract-setup.ts'
import { concurrencyContract } from './database-contract-concurrency.ts'
import { engineContract } from './database-contract-engine.ts'
import { openDatabaseNode as open, startPostgresEngine } from './database-on-postgres.ts'
import { createPiece } from '#tests/library/library-changes.ts'
import {
  aUser,
  changeStatuses,
  createLibraryServer,
  silentLogger,
  SyncingDevice,
} from '#tests/sync/library-server.ts'

const { engine, postgres } = startPostgresEngine()
const createDatabase = () => postgres().createDatabase()
databaseContract(engine, [engineContract, concurrencyContract])

test('a pull does not wait for a transaction that writes', async () => {
  const server = createLibraryServer(await open(await createDatabase()))
  const device = new SyncingDevice(server, await aUser(server))
  await device.sync(createPiece())
  const { db } = server.database
  await db.transaction().execute(async transaction => {
    await sql`update user_revision set revision = 99 where user_id = ${device.user}`.execute(transaction)
    const pulled = await Promise.race([device.sync(), pause(5000, 'it waited')])
    expect(pulled).toMatchObject({ revision: 1 })
  })
  await server.database.close()
})

test('[DB8] while the database is down requests are answered with 503, and the server reconnects by itself', async () => {
  const url = await createDatabase()
  const database = await open(url)
  const server = createLibraryServer(database)
  const device = new SyncingDevice(server, await aUser(server))
  await device.sync(createPiece())
  const heard: number[] = []
  database.bus.subscribe(device.user, revision => heard.push(revision))
  await expect.poll(() => countListeners(database)).toBe(1)

  await postgres().crash()
  expect(await database.isReady()).toBe(false)
  const second = createPiece()
  const response = await device.post(JSON.stringify({ ...device.request(), changes: [second] }))
  expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5'])

  await postgres().restart()
  await expect.poll(() => database.isReady()).toBe(true)
  // Written without a notice: listeners find it when they reconnect. Ends the connection again if it was already back.
  await sql`update user_revision set revision = 41`.execute(database.db)
  await sql`select pg_terminate_backend(pid) ${LISTENING}`.execute(database.db)
  // Not necessarily the last one: the notice of the first change may also have waited for this connection.
  await expect.poll(() => heard).toContain(41)
  expect(changeStatuses(await device.ask({ changes: [second] }))).toEqual(['applied'])
  await database.close()
})

test('[DB40] a database that cannot be used is named in the message, its password is not', async () => {
  const message = async (url: string) => {
    const place = { database: { kind: 'postgres', url, directUrl: url }, live: 'listen' } as const
    const opened = await openDatabase(place, silentLogger)
    return opened.kind === 'failed' ? opened.message : 'it was opened'
  }
  const away = await message('postgres://dacapo:secret@127.0.0.1:1/dacapo')
  expect(away).toContain('The database dacapo at 127.0.0.1:1 cannot be opened')
  expect(away).not.toContain('secret')
  const url = await createDatabase()
  expect(await message(url.replace(/\/[^/]*$/, '/nowhere'))).toContain('"nowhere" does not exist')
  const admin = new pg.Client({ connectionString: url })
  await admin.connect()
  await admin.query(`create database ascii encoding 'SQL_ASCII' template template0`)
  await admin.end()
  expect(await message(url.replace(/\/[^/]*$/, '/ascii'))).toContain('not encoded in UTF8')
})

async function countListeners({ db }: Database): Promise<number> {
  const { rows } = await sql`select pid ${LISTENING}`.execute(db)
  return rows.length
}

const LISTENING = sql`from pg_stat_activity where datname = current_database() and query like 'listen %'`
