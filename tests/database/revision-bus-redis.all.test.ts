import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '#server/database/database.ts'
import { createRedisConnector, openLiveNoticeExchange } from '#server/database/connected-link.ts'
import { createRevisionBus, CHECK_SESSION_REVISION } from '#server/database/revision-bus.ts'
import { practiceWithoutPause } from '#tests/sync/acknowledged-practice.ts'
import { aUser, createLibraryServer, silentLogger } from '#tests/sync/library-server.ts'
import { openDatabaseNode, startPostgresEngine } from './database-on-postgres.ts'
import { startFaultyNetwork } from './faulty-network.ts'
import { hasRedis, startRedis, type RedisServer } from './redis.ts'
import {
  waitUntilConnected,
  endSession,
  noticesOf,
  insertSessions,
  newest,
  revisionBusContract,
} from './revision-bus-contract.ts'

const redisBus = ({ db }: Database, url: string, options = {}) =>
  createRevisionBus(subscribers =>
    openLiveNoticeExchange(
      { db, log: silentLogger, to: 'Redis', connect: createRedisConnector(url), ...options },
      subscribers,
    ),
  )

describe.skipIf(!hasRedis())('servers that tell each other the news through Redis', () => {
  const { postgres } = startPostgresEngine()
  let redis: RedisServer
  beforeAll(async () => {
    redis = await startRedis()
  })
  afterAll(() => redis.stop())

  async function openNodes(): Promise<readonly [Database, Database]> {
    const url = await postgres().createDatabase()
    const live = { kind: 'redis', url: redis.url } as const
    return [await openDatabaseNode(url, { live }), await openDatabaseNode(url, { live })]
  }
  const closeAll = (nodes: readonly Database[]) => Promise.all(nodes.map(node => node.close()))

  // Not only skipped, because skips.json would have to name each test of the contract.
  if (hasRedis()) revisionBusContract({ name: 'Redis', openNodes, disconnect: () => redis.disconnect() })

  test('[LS28] Redis killed and started again five times under load leaves no listener deaf', async () => {
    const nodes = await openNodes()
    const [one, other] = nodes
    await waitUntilConnected(one, other)
    const [here, there] = await Promise.all(
      nodes.map(node => practiceWithoutPause(createLibraryServer(node))),
    )
    if (here === undefined || there === undefined) throw new Error('there are two nodes')
    // Each user practices on one node and listens on the other.
    const heard = [noticesOf(other, here.user), noticesOf(one, there.user)]
    const user = await aUser({ database: one })
    const rounds = [1, 2, 3, 4, 5]
    await insertSessions(one, user, rounds.map(String))
    const heardOfSessions = noticesOf(other, user)
    for (const round of rounds) {
      await redis.crash()
      const before = here.acknowledged.length
      // Saving works without Redis. Meanwhile earlier notices arrive.
      await expect.poll(() => here.acknowledged.length).toBeGreaterThan(before + 10)
      heardOfSessions.length = 0
      await endSession(one, user, String(round))
      await expect.poll(() => here.acknowledged.length).toBeGreaterThan(before + 20)
      expect(heardOfSessions).toEqual([])
      await redis.start()
      await expect.poll(() => heardOfSessions).toContain(CHECK_SESSION_REVISION)
      const known = heard.map(newest)
      await expect.poll(() => heard.every((each, place) => newest(each) > (known[place] ?? 0))).toBe(true)
    }
    expect([await here.lost(), await there.lost()]).toEqual([[], []])
    expect([here.refusals, there.refusals]).toEqual([[], []])
    const last = await one.db.selectFrom('user_revision').select(['user_id', 'revision']).execute()
    const revisions = new Map(last.map(row => [row.user_id, row.revision]))
    await expect
      .poll(() => heard.map(newest))
      .toEqual([here, there].map(device => revisions.get(device.user)))
    await closeAll(nodes)
  })

  test('[LS28] what a node could not publish while it alone was cut off reaches the others afterwards', async () => {
    const database = await openDatabaseNode(await postgres().createDatabase())
    const network = await startFaultyNetwork(Number(new URL(redis.url).port))
    const cutOff = redisBus(database, `redis://127.0.0.1:${network.port}/2`)
    const listener = redisBus(database, `${redis.url}/2`)
    const heard: number[] = []
    listener.subscribe('somebody', revision => heard.push(revision))
    await expect
      .poll(() => {
        cutOff.publish('somebody', 1)
        return newest(heard)
      })
      .toBe(1)
    // The listener looks into the database after it has connected; that result may come after the first notice.
    await expect.poll(() => heard).toContain(CHECK_SESSION_REVISION)
    await network.cut()
    for (const revision of [7, 6, CHECK_SESSION_REVISION]) cutOff.publish('somebody', revision)
    await pause(200)
    heard.length = 0
    await network.restore()
    // The listener never lost its connection, so it does not look into the database.
    await expect.poll(() => heard).toEqual([7, CHECK_SESSION_REVISION])
    await Promise.all([cutOff.close(), listener.close()])
    await Promise.all([network.cut(), database.close()])
  })

  test('[LS28] a server starts and stops while Redis is away, with or without its password', async () => {
    const url = await postgres().createDatabase()
    const secured = await startRedis('--requirepass', 'hush')
    for (const bus of ['redis://127.0.0.1:1', secured.url, secured.url.replace('//', '//:wrong@')]) {
      const database = await openDatabaseNode(url, { live: { kind: 'redis', url: bus } })
      const heard = noticesOf(database, 'somebody')
      database.bus.publish('somebody', 1)
      await expect.poll(() => heard).toEqual([1])
      await database.close()
    }
    await secured.stop()
  })

  test('[LS28] what others send on the same Redis disturbs nobody, and two databases of it are apart', async () => {
    const nodes = await openNodes()
    const [one, other] = nodes
    const url = await postgres().createDatabase()
    const isolated = await openDatabaseNode(url, { live: { kind: 'redis', url: `${redis.url}/1` } })
    await waitUntilConnected(one, other)
    await waitUntilConnected(isolated, isolated)
    const [heard, heardIsolated] = [noticesOf(other, 'somebody'), noticesOf(isolated, 'somebody')]
    for (const message of ['no JSON', '{}', '[["somebody"]]', '[["somebody",-1]]', '[[1,2]]', 'null'])
      await redis.publish('dacapo_revision_0', message)
    one.bus.publish('somebody', 5)
    await expect.poll(() => newest(heard)).toBe(5)
    expect(heard.filter(notice => notice !== CHECK_SESSION_REVISION)).toEqual([5])
    expect(newest(heardIsolated)).toBe(0)
    await closeAll([...nodes, isolated])
  })
})
