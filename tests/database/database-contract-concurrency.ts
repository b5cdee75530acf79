import { sql, type KyselyPlugin } from 'kysely'
import { expect, test } from 'vitest'
import type { Change } from '#core/library/change.ts'
import type { SyncResponse } from '#core/protocol/sync-protocol.ts'
import type { ContractSetup } from './contract-setup.ts'
import {
  addPracticeEntry,
  createPiece,
  patchPiece,
  randomPartId,
  randomPieceId,
} from '#tests/library/library-changes.ts'
import {
  aUser,
  createLibraryServer,
  SyncingDevice,
  storedRows,
  changeStatuses,
} from '#tests/sync/library-server.ts'
import { repetitions } from '#tests/repository/repetitions.ts'

const WRITERS = 6

async function syncUntilAccepted(device: SyncingDevice, change: Change): Promise<SyncResponse> {
  try {
    return await device.sync(change)
  } catch (error) {
    if (!String(error).includes('too-many-requests')) throw error
    return syncUntilAccepted(device, change)
  }
}

export function concurrencyContract({ engine, server }: ContractSetup) {
  const writes = engine.name === 'PGlite' ? 20 : repetitions(20, 40)

  test('[LS4] a device that pulls while six others write misses nothing, and no revision is given twice', async () => {
    const user = await aUser(server())
    const [pieceId, partId] = [randomPieceId(), randomPartId()]
    await new SyncingDevice(server(), user).sync(createPiece({ pieceId, partIds: [partId] }))
    const restore = engine.name === 'PostgreSQL' ? await randomizeCommitOrder(user) : async () => {}

    const written = new AbortController()
    const reader = new SyncingDevice(server(), user)
    const pulling = (async () => {
      let pulls = 0
      for (; !written.signal.aborted; pulls += 1) await reader.sync()
      return pulls
    })()
    await Promise.all(
      Array.from({ length: WRITERS }, async () => {
        const writer = new SyncingDevice(server(), user)
        for (let write = 0; write < writes; write += 1)
          await syncUntilAccepted(writer, addPracticeEntry(pieceId, partId))
      }),
    )
    written.abort()
    expect(await pulling).toBeGreaterThan(5)
    await reader.sync()
    const revisions = [...reader.rows.practice.values()].map(({ revision }) => revision)
    expect(new Set(revisions).size).toBe(WRITERS * writes)
    expect(Math.max(...revisions)).toBe(1 + WRITERS * writes)
    await restore()
  })

  async function randomizeCommitOrder(user: string) {
    const { db } = server().database
    await sql`create function random_delay() returns trigger language plpgsql as
      $$ begin perform pg_sleep(random() * 0.004); return new; end $$`.execute(db)
    await sql`create trigger random_delay before insert on practice for each row
      when (new.user_id = ${sql.lit(user)}) execute function random_delay()`.execute(db)
    return async () => {
      await sql`drop function random_delay cascade`.execute(db)
    }
  }

  test('[LS4] of 200 rounds of three devices on three servers, sent at once, none is lost, applied twice or stuck', async () => {
    const user = await aUser(server(), 'pro')
    let conflicts = 0
    const counting: KyselyPlugin = {
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        if (result.rows[0]?.['isWritten'] === false) conflicts += 1
        return result
      },
    }
    const { database } = server()
    const counted = { ...database, db: database.db.withPlugin(counting) }
    // Each server has its own queue, so that only the database serializes their rounds.
    const devices = Array.from({ length: 3 }, () => new SyncingDevice(createLibraryServer(counted), user))
    const [pieceId, partId] = [randomPieceId(), randomPartId()]
    await devices[0]?.sync(createPiece({ pieceId, partIds: [partId] }))
    async function saveAndRename(device: SyncingDevice, round: number) {
      const changes = [addPracticeEntry(pieceId, partId), patchPiece(pieceId, { name: `Round ${round}` })]
      const request = JSON.stringify({ ...device.request(), changes })
      // A round that conflicts with the others is sent again, as by a device.
      for (let attempt = 1; (await device.post(request)).status !== 200; attempt += 1)
        if (attempt === 5) throw new Error('a round is stuck')
      expect(changeStatuses(await device.sync(...changes))).toEqual(['duplicate', 'duplicate'])
    }
    for (let round = 0; round < 67; round += 1)
      await Promise.all(devices.map(device => saveAndRename(device, round)))
    expect(conflicts).toBeGreaterThan(20)
    for (const device of devices) {
      await device.syncAll()
      expect(device.rows.practice.size).toBe(201)
      expect([...device.rows.pieces.values()].map(({ name }) => name)).toEqual(['Round 66'])
      expect(device.rows).toEqual(devices[0]?.rows)
    }
    const stored = await storedRows(database, user)
    expect([stored.pieces, stored.parts, stored.practice, stored.changes].map(rows => rows.length)).toEqual([
      1, 1, 201, 403,
    ])
  })

  test('[LS4] the same twenty changes posted twice at once are applied once', async () => {
    const user = await aUser(server(), 'pro')
    const changes = Array.from({ length: 20 }, () => createPiece())
    const [phone, again] = [new SyncingDevice(server(), user), new SyncingDevice(server(), user)]
    const answers = await Promise.all([phone.sync(...changes), again.sync(...changes)])
    const all = answers.flatMap(changeStatuses)
    expect(all.filter(status => status === 'applied')).toHaveLength(20)
    expect(all.filter(status => status === 'duplicate')).toHaveLength(20)
    const stored = await storedRows(server().database, user)
    expect([stored.pieces.length, stored.parts.length, stored.changes.length]).toEqual([20, 20, 20])
    await phone.sync()
    await again.sync()
    expect(phone.rows).toEqual(again.rows)
  })
}
