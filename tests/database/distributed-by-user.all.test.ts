import { CompiledQuery, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '#server/database/database.ts'
import {
  concurrencyContracts,
  databaseContract,
  engineContracts,
  libraryContracts,
} from './database-contract.ts'
import { startPostgresEngine, openDatabaseNode } from './database-on-postgres.ts'
import {
  capturePartitionedStatements,
  distributeByUser,
  findPartitionsUsed,
  findStatementsAcross,
} from './distribute-by-user.ts'
import * as changes from '#tests/library/library-changes.ts'
import { aUser, createLibraryServer, SyncingDevice } from '#tests/sync/library-server.ts'

const { engine, postgres } = startPostgresEngine()
const open = async () => {
  const database = await openDatabaseNode(await postgres().createDatabase())
  await distributeByUser(database)
  return database
}
databaseContract({ ...engine, open }, [...engineContracts, ...concurrencyContracts, ...libraryContracts])

let database: Database
beforeAll(async () => {
  database = await open()
})
afterAll(() => database.close())

test('[DB18] every statement of a round touches the rows of one user, in one partition', async () => {
  const server = createLibraryServer(database)
  const device = new SyncingDevice(server, await aUser(server, 'pro'))
  const [pieceId, partId, otherId] = [changes.randomPieceId(), changes.randomPartId(), changes.randomPartId()]
  const entry = changes.addPracticeEntry(pieceId, partId)
  const statements = await capturePartitionedStatements(async () => {
    await device.sync(changes.createPiece({ pieceId, partIds: [partId, otherId] }))
    await device.sync(changes.patchPiece(pieceId, { name: 'Gavotte' }), entry)
    await device.sync(
      changes.retractPractice(entry.args.id),
      changes.addPart(pieceId),
      changes.patchPart(partId, { tempo: 70 }),
    )
    await device.sync(
      changes.deletePart(otherId),
      changes.deletePiece(pieceId),
      changes.restorePiece(pieceId),
    )
    const fresh = new SyncingDevice(server, device.user)
    await fresh.syncAll()
  })
  const ofUser = statements.filter(statement => statement.sql.includes('user_id'))
  expect(ofUser.length).toBeGreaterThan(8)
  const partitions = await Promise.all(ofUser.map(statement => findPartitionsUsed(database, statement)))
  expect(new Set(partitions.flat()).size).toBe(1)
  expect(await findStatementsAcross(database, statements)).toEqual([])
})

test('[DB18] control: a statement that names no user is planned over all partitions', async () => {
  const statement = sql`select count(*) from piece where deleted_at is null`.compile(database.db)
  expect(await findPartitionsUsed(database, statement)).toHaveLength(8)
  expect(await findStatementsAcross(database, [statement, CompiledQuery.raw('select 1')])).toHaveLength(1)
})
