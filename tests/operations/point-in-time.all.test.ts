import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDatabaseNode } from '#tests/database/database-on-postgres.ts'
import { hasPgBackRest, startArchivingPostgres } from './archiving-postgres.ts'
import { startPlayers } from './practicing-players.ts'

const ROOT = join(import.meta.dirname, '../..')
const COMMAND = 'server/operations/command.ts'

describe.skipIf(!hasPgBackRest())('a PostgreSQL that pgBackRest backs up', () => {
  let postgres: Awaited<ReturnType<typeof startArchivingPostgres>>
  beforeAll(async () => {
    postgres = await startArchivingPostgres()
  })
  afterAll(() => postgres.stop())

  /** Runs a command of the operator. Returns what it printed; rejects if it failed. */
  async function run(command: string, url: string, ...parameters: string[]): Promise<string> {
    const env = { PATH: process.env['PATH'], DATABASE_URL: url }
    const { stdout } = await promisify(execFile)(process.execPath, [join(ROOT, command), ...parameters], {
      env,
    })
    return stdout
  }
  /** What the guide says to do after a restore, before the server starts. */
  const setNewEpoch = () => run(COMMAND, postgres.url, 'new-epoch')

  test('[BR10] a disk that is lost under load comes back with all that was archived; devices send the rest, and nothing twice', async () => {
    const database = await openDatabaseNode(postgres.url)
    const players = await startPlayers(database)
    await players.waitForMore(5)
    await postgres.backRest('--type=full', 'backup')
    await players.waitForMore(5)
    const archived = players.acknowledged()
    await postgres.untilArchived()
    await players.waitForMore(1)
    expect(players.failures).toEqual([])

    await postgres.destroy()
    await expect.poll(() => players.failures.length).toBeGreaterThan(4)
    await players.stop()
    await database.close()
    await postgres.backRest('restore')
    await postgres.start()
    await setNewEpoch()

    const restored = await openDatabaseNode(postgres.url)
    for (const [place, count] of (await players.stored(restored)).entries())
      expect(count).toBeGreaterThanOrEqual(archived[place] ?? 0)
    await players.sendAgain(restored)
    await restored.close()
  })

  test('[BR10] rows that were deleted by mistake come back as they were at the moment before, and devices send what came after', async () => {
    const database = await openDatabaseNode(postgres.url)
    const players = await startPlayers(database)
    await players.waitForMore(3)
    await postgres.backRest('--type=diff', 'backup')
    await players.waitForMore(3)
    const before = players.acknowledged()
    const [moment] = await postgres.query<{ now: string }>('select clock_timestamp()::text as now')
    await players.waitForMore(3)
    await players.stop()
    expect(players.failures).toEqual([])
    const after = players.acknowledged()
    await postgres.query('delete from practice')
    await postgres.query('drop table piece')

    await database.close()
    await postgres.shutDown()
    const target = ['--type=time', `--target=${moment?.now}`, '--target-action=promote']
    await postgres.backRest(...target, '--delta', 'restore')
    await postgres.start()
    await setNewEpoch()

    const restored = await openDatabaseNode(postgres.url)
    for (const [place, count] of (await players.stored(restored)).entries()) {
      expect(count).toBeGreaterThanOrEqual(before[place] ?? 0)
      expect(count).toBeLessThan(after[place] ?? 0)
    }
    await players.sendAgain(restored)
    await restored.close()
  })
})
