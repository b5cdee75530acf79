import { CompiledQuery, sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { FULL_BACKFILL } from '#core/protocol/backfill.ts'
import type { Database } from '#server/database/database.ts'
import { changeContract } from './database-contract-changes.ts'
import { concurrencyContract } from './database-contract-concurrency.ts'
import { databaseContract } from './database-contract.ts'
import { limitContract } from './database-contract-limits.ts'
import { startPostgresEngine, openDatabaseNode } from './database-on-postgres.ts'
import { pagingContract } from './database-contract-paging.ts'
import { shareContract } from './database-contract-share.ts'
import { distributeByUser, findPartitionsUsed } from './distribute-by-user.ts'
import * as changes from '#tests/library/library-changes.ts'
import { aUser, createLibraryServer, SyncingDevice } from '#tests/sync/library-server.ts'

const { engine, postgres } = startPostgresEngine()
const open = async () => {
  const database = await openDatabaseNode(await postgres().createDatabase())
  await distributeByUser(database)
  return database
}
databaseContract({ ...engine, open }, [
  changeContract,
  limitContract,
  shareContract,
  pagingContract,
  concurrencyContract,
])

let database: Database
beforeAll(async () => {
  database = await open()
})
afterAll(() => database.close())

test('[DB18] every statement of a round touches the rows of one user, in one partition', async () => {
  const server = createLibraryServer(database)
  const device = new SyncingDevice(server, await aUser(server, 'pro'))
  // As they are sent: Kysely's plugins see parts of statements as well.
  const sent = vi.spyOn(pg.Client.prototype, 'query')
  const [pieceId, partId, otherId] = [changes.randomPieceId(), changes.randomPartId(), changes.randomPartId()]
  const entry = changes.addPracticeEntry(pieceId, partId)
  await device.sync(changes.createPiece({ pieceId, partIds: [partId, otherId] }))
  await device.sync(changes.patchPiece(pieceId, { name: 'Gavotte' }), entry)
  await device.sync(
    changes.retractPractice(entry.args.id),
    changes.addPart(pieceId),
    changes.patchPart(partId, { tempo: 70 }),
  )
  await device.sync(changes.deletePart(otherId), changes.deletePiece(pieceId), changes.restorePiece(pieceId))
  const fresh = new SyncingDevice(server, device.user)
  fresh.backfill = FULL_BACKFILL
  await fresh.syncAll()
  const plain = new SyncingDevice(server, device.user)
  await plain.syncAll()

  const calls: unknown[][] = sent.mock.calls
  sent.mockRestore()
  const statements = calls.flatMap(([text, values]) =>
    typeof text === 'string' && text.includes('user_id') && Array.isArray(values)
      ? [CompiledQuery.raw(text, values)]
      : [],
  )
  expect(statements.length).toBeGreaterThan(8)
  const partitions = await Promise.all(statements.map(statement => findPartitionsUsed(database, statement)))
  const across = statements.filter((_, index) => (partitions[index]?.length ?? 0) > 1)
  expect(across.map(({ sql: text }) => text)).toEqual([])
  expect(new Set(partitions.flat()).size).toBe(1)
})

test('[DB18] control: a statement that names no user is planned over all partitions', async () => {
  const statement = sql`select count(*) from piece where deleted_at is null`.compile(database.db)
  expect(await findPartitionsUsed(database, statement)).toHaveLength(8)
})
