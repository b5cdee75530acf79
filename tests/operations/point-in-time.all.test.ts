import { expect, test } from 'vitest'
import { openDatabaseNode } from '#tests/database/database-on-postgres.ts'
import { addPracticeEntry, createPiece, randomPartId, randomPieceId } from '#tests/library/library-changes.ts'
import { aUser, createLibraryServer, SyncingDevice } from '#tests/sync/library-server.ts'
import { hasPgBackRest, startArchivingPostgres } from './archiving-postgres.ts'
import { runCommand } from './run-command.ts'

test.skipIf(!hasPgBackRest())(
  '[BR10] pgBackRest restores PostgreSQL after a lost disk, and to the moment before a mistake',
  async () => {
    const postgres = await startArchivingPostgres()
    try {
      await practice(postgres.url, 3)
      await postgres.backRest('--type=full', 'backup')
      await practice(postgres.url, 4)
      await postgres.untilArchived()
      await postgres.destroy()
      await postgres.backRest('restore')
      await postgres.start()
      await beginEpochWithFullSync(postgres.url)
      expect(await practicedBy(postgres)).toBe(7)

      await practice(postgres.url, 2)
      const [moment] = await postgres.query<{ now: string }>('select clock_timestamp()::text as now')
      await postgres.query('delete from practice')
      await postgres.query('drop table piece')
      await postgres.shutDown()
      const target = ['--type=time', `--target=${moment?.now}`, '--target-action=promote']
      await postgres.backRest(...target, '--delta', 'restore')
      await postgres.start()
      await beginEpochWithFullSync(postgres.url)
      expect(await practicedBy(postgres)).toBe(9)
      await practice(postgres.url, 1)
    } finally {
      await postgres.stop()
    }
  },
  600_000,
)

async function practice(url: string, count: number): Promise<void> {
  const database = await openDatabaseNode(url)
  try {
    const server = createLibraryServer(database)
    const device = new SyncingDevice(server, await aUser(server))
    const [pieceId, partId] = [randomPieceId(), randomPartId()]
    const entries = Array.from({ length: count }, () => addPracticeEntry(pieceId, partId))
    const { results } = await device.sync(createPiece({ pieceId, partIds: [partId] }), ...entries)
    expect(new Set(results.map(({ status }) => status))).toEqual(new Set(['applied']))
  } finally {
    await database.close()
  }
}

async function practicedBy({ query }: Awaited<ReturnType<typeof startArchivingPostgres>>) {
  const [row] = await query<{ count: number }>('select count(*)::int as count from practice')
  return row?.count
}

const beginEpochWithFullSync = (url: string) => runCommand('new-epoch', { DATABASE_URL: url })
