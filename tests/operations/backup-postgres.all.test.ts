import { join } from 'node:path'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openDatabase, SERVER_APPLICATION_NAME } from '#server/database/open-database.ts'
import { checkDatabase } from '#server/operations/doctor/check-database.ts'
import { restoreBackup } from '#server/operations/backup/restore-backup.ts'
import { writeBackup } from '#server/operations/backup/write-backup.ts'
import { startPostgresEngine } from '#tests/database/database-on-postgres.ts'
import { readConfiguration } from '#server/settings/configuration.ts'
import { silentLogger } from '#tests/sync/library-server.ts'
import { backupContract } from './backup-contract.ts'

const { engine, postgres } = startPostgresEngine()
backupContract(engine)

test('[BR5] on PostgreSQL a restore is refused while a server is connected', async () => {
  const url = await postgres().createDatabase()
  const open = async (applicationName?: string) => {
    const place = { database: { kind: 'postgres', url, directUrl: url }, live: 'listen' } as const
    const opened = await openDatabase(
      place,
      silentLogger,
      applicationName === undefined ? {} : { applicationName },
    )
    if (opened.kind === 'failed') throw new Error(opened.message)
    return opened.database
  }
  const [server, command] = [await open(SERVER_APPLICATION_NAME), await open()]
  const folder = mkdtempSync(join(tmpdir(), 'dacapo-restore-'))
  const file = join(folder, 'one.backup.gz')
  await writeBackup(command, file)
  const restore = () => restoreBackup(command.db, file, { replace: true, keepSessions: false })
  // Its connection for LISTEN stays when all others are idle.
  await expect
    .poll(restore)
    .toMatchObject({ kind: 'refused', message: expect.stringContaining('Stop every server') })
  await server.close()
  await expect.poll(async () => (await restore()).kind).toBe('restored')
  await command.close()
  rmSync(folder, { recursive: true, force: true })
})

test('[DR3][DR7] the doctor finds which PostgreSQL it is, whether it is migrated, and its clock', async () => {
  const url = await postgres().createDatabase()
  const read = readConfiguration({ SECRET: 'a secret for tests, long enough for all', DATABASE_URL: url })
  if (read.kind === 'faulty') throw new Error(read.message)
  const check = () => checkDatabase(read.configuration)
  expect(await check()).toEqual([
    { kind: 'good', area: 'Database', message: expect.stringMatching(/^PostgreSQL \d+ answers in \d+ ms$/) },
    { kind: 'good', area: 'Clock', message: 'agrees with that of the database' },
    { kind: 'note', area: 'Database', message: expect.stringContaining('migrations are not applied yet') },
  ])
  const opened = await openDatabase(read.configuration, silentLogger)
  if (opened.kind === 'failed') throw new Error(opened.message)
  expect((await check()).at(-1)).toMatchObject({ kind: 'good' })
  const { db } = opened.database
  await sql`insert into kysely_migration values ('9999-later', 'now')`.execute(db)
  expect((await check()).at(-1)).toMatchObject({
    kind: 'fault',
    message: expect.stringContaining('9999-later'),
  })
  await opened.database.close()
})
