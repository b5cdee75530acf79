import { CompiledQuery, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '#server/database/database.ts'
import { aShop } from '#tests/billing/billing-shop.ts'
import * as changes from '#tests/library/library-changes.ts'
import { aUser, createLibraryServer, SyncingDevice } from '#tests/sync/library-server.ts'
import { databaseContract } from './contract-setup.ts'
import { engineContract } from './database-contract-engine.ts'
import { openDatabaseNode, startPostgresEngine } from './database-on-postgres.ts'
import {
  capturePartitionedStatements,
  distributeByUser,
  findPartitionsUsed,
  findCrossPartition,
} from './distribute-by-user.ts'
import { libraryContracts } from './library-contracts.ts'
import { fillEveryTable, tablesWithRows } from './rows-of-user.ts'

const { engine, postgres } = startPostgresEngine()
const open = async () => {
  const database = await openDatabaseNode(await postgres().createDatabase())
  await distributeByUser(database)
  return database
}
databaseContract({ ...engine, open }, [engineContract, ...libraryContracts])

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
  const rounds = [
    [changes.createPiece({ pieceId, partIds: [partId, otherId] })],
    [changes.patchPiece(pieceId, { name: 'Gavotte' }), entry],
    [
      changes.retractPractice(entry.args.id),
      changes.addPart(pieceId),
      changes.patchPart(partId, { tempo: 70 }),
    ],
    [changes.deletePart(otherId), changes.deletePiece(pieceId), changes.restorePiece(pieceId)],
  ]
  const statements = await capturePartitionedStatements(async () => {
    for (const round of rounds) await device.sync(...round)
    await new SyncingDevice(server, device.user).syncAll()
  })
  const ofUser = statements.filter(statement => statement.sql.includes('user_id'))
  expect(ofUser.length).toBeGreaterThan(8)
  const partitions = await Promise.all(ofUser.map(statement => findPartitionsUsed(database, statement)))
  expect(new Set(partitions.flat()).size).toBe(1)
  expect(await findCrossPartition(database, statements)).toEqual([])
  // Control: a statement that names no user is planned over all partitions.
  const everybody = sql`select count(*) from piece where deleted_at is null`.compile(database.db)
  expect(await findPartitionsUsed(database, everybody)).toHaveLength(8)
  expect(await findCrossPartition(database, [everybody, CompiledQuery.raw('select 1')])).toHaveLength(1)
})

test('[DB18] every statement of signing in, limits, buying, exporting and deleting an account names one partition', async () => {
  const shop = await aShop([await open()])
  let leaver = { id: '', email: '' }
  const statements = await capturePartitionedStatements(async () => {
    const { browser, id, email } = await fillEveryTable(shop)
    const got = ['export?format=json', 'export?format=csv', 'avatar'].map(path => `account/${path}`)
    for (const path of ['session', 'sessions', 'sign-ins', ...got]) {
      const answer = await browser.get(`/api/v1/${path}`)
      expect([path, answer.status, (await answer.text()).length > 0]).toEqual([path, 200, true])
    }
    expect((await browser.send('/api/v1/account', { method: 'DELETE' })).status).toBe(204)
    leaver = { id, email }
  })
  // The history is deleted after the response.
  await expect.poll(() => tablesWithRows(shop.db, leaver)).toEqual([])
  const isUsed = (table: string) => statements.some(statement => statement.sql.includes(table))
  const tables = ['rate_limit', 'user_revision', 'subscription', 'avatar', 'practice', 'sync_change']
  expect(tables.filter(table => !isUsed(table))).toEqual([])
  // Only an account deletion looks for rate limits by the hash of an address or a user.
  expect(await findCrossPartition(shop.first.context.database, statements)).toEqual([
    `delete from "rate_limit" where split_part(key, ':', 2) in ($1, $2)`,
  ])
  await shop.close()
})
