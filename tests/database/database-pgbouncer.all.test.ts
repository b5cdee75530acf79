import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '#server/database/database.ts'
import { tryMigrateDatabase, migrations } from '#server/database/migrate.ts'
import { databaseContract, type DatabaseEngine } from './contract-setup.ts'
import { concurrencyContract } from './database-contract-concurrency.ts'
import { engineContract } from './database-contract-engine.ts'
import { openDatabaseNode, startPostgresEngine } from './database-on-postgres.ts'
import { hasPgBouncer, startPgBouncer } from './pgbouncer.ts'
import { createPiece } from '#tests/library/library-changes.ts'
import { practiceWithoutPause } from '#tests/sync/acknowledged-practice.ts'
import { aUser, createLibraryServer, SyncingDevice } from '#tests/sync/library-server.ts'

describe.skipIf(!hasPgBouncer())('behind PgBouncer in transaction mode', () => {
  const { postgres } = startPostgresEngine()
  let bouncer: Awaited<ReturnType<typeof startPgBouncer>>
  beforeAll(async () => {
    bouncer = await startPgBouncer()
  })
  afterAll(() => bouncer.stop())

  const pooled = async () => {
    const directUrl = await postgres().createDatabase()
    return { url: await bouncer.pooledUrl(directUrl), directUrl }
  }
  const open = async () => {
    const { url, directUrl } = await pooled()
    return openDatabaseNode(url, { directUrl })
  }
  const engine: DatabaseEngine = {
    name: 'PgBouncer',
    open,
    async openEmpty() {
      const { url, directUrl } = await pooled()
      const node = () => openDatabaseNode(url, { directUrl, migrate: false })
      return [await node(), await node(), await node()]
    },
  }
  // Not only skipped, because skips.json would have to name each test of the contracts.
  if (hasPgBouncer()) databaseContract(engine, [engineContract, concurrencyContract])

  test('[DB16] one server has one statement after another on different connections', async () => {
    const database = await open()
    const asked = sql<{ pid: number }>`select pg_backend_pid() as pid, pg_sleep(0.01)`
    const answers = await Promise.all(Array.from({ length: 40 }, () => asked.execute(database.db)))
    const backends = new Set(answers.flatMap(({ rows }) => rows.map(({ pid }) => pid)))
    expect(backends.size).toBeGreaterThan(1)
    expect(backends.size).toBeLessThanOrEqual(4)
    await database.close()
  })

  test('[DB1][DB16] more servers than it has connections migrate at once through it and leave no lock', async () => {
    const { url, directUrl } = await pooled()
    const unprepared = () => openDatabaseNode(url, { directUrl, migrate: false })
    const nodes = await Promise.all(Array.from({ length: 6 }, unprepared))
    const outcomes = await Promise.all(nodes.map(({ db }) => tryMigrateDatabase(db)))
    const applied = outcomes.flatMap(outcome =>
      outcome.kind === 'migrated' ? outcome.applied : [outcome.message],
    )
    expect(applied).toEqual(Object.keys(migrations))
    const [{ db }] = nodes as [Database]
    const locks = await sql`select * from pg_locks where locktype = 'advisory'`.execute(db)
    expect(locks.rows).toEqual([])
    await Promise.all(nodes.map(node => node.close()))
  })

  test('[DB16] what one node writes is heard on another that listens past the pooler, or polls', async () => {
    const { url, directUrl } = await pooled()
    const [writing, listening, polling] = [
      await openDatabaseNode(url, { directUrl }),
      await openDatabaseNode(url, { directUrl }),
      await openDatabaseNode(url, { live: 'poll' }),
    ]
    const device = new SyncingDevice(createLibraryServer(writing), await aUser({ database: writing }))
    const heard: [number[], number[]] = [[], []]
    listening.bus.subscribe(device.user, revision => heard[0].push(revision))
    polling.bus.subscribe(device.user, revision => heard[1].push(revision))
    const listeners = sql`select pid from pg_stat_activity where datname = current_database() and query like 'listen %'`
    await expect.poll(async () => (await listeners.execute(writing.db)).rows.length).toBe(2)
    await device.sync(createPiece())
    await expect.poll(() => heard.map(one => one.at(-1))).toEqual([1, 1])
    await Promise.all([writing.close(), listening.close(), polling.close()])
  })

  test('[DB8][DB16] a pooler that goes away loses no acknowledged change, and is found again', async () => {
    const database = await open()
    const device = await practiceWithoutPause(createLibraryServer(database))
    for (let round = 0; round < 4; round += 1) {
      const before = device.acknowledged.length
      await expect.poll(() => device.acknowledged.length).toBeGreaterThan(before + 3)
      if (round < 3) await bouncer.restart()
    }
    expect(await device.lost()).toEqual([])
    expect(device.refusals.filter(status => status !== 503)).toEqual([])
    await database.close()
  })
})
