import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { expect, test } from 'vitest'
import { startServerProcess } from '../../e2e/running-server.ts'
import { startPostgres } from '#tests/database/postgres.ts'
import { startWatchedMusician } from '#tests/failover/watched-musician.ts'
import { QUICK_START_FLAGS } from '#tests/server/quick-start-flags.ts'

const COMMANDS = join(import.meta.dirname, '../../server/operations/backup')
const TIMEOUT_MILLISECONDS = 300_000
const EMAILS = ['anna@example.org', 'bo@example.org', 'cleo@example.org']

test(
  '[BR2][BR6] npm run backup and npm run restore bring back an embedded database whose folder is removed under load',
  async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'dacapo-destroyed-'))
    try {
      const destroy = async () => rmSync(join(dataDir, 'database'), { recursive: true })
      expect(await destroyAndRestore({ DATA_DIR: dataDir }, destroy)).toEqual([])
    } finally {
      rmSync(dataDir, { recursive: true, force: true })
    }
  },
  TIMEOUT_MILLISECONDS,
)

test(
  '[BR2][BR6] npm run backup and npm run restore bring back a PostgreSQL whose tables are dropped under load',
  async () => {
    const postgres = await startPostgres()
    const url = await postgres.createDatabase()
    const dataDir = mkdtempSync(join(tmpdir(), 'dacapo-destroyed-'))
    try {
      const destroy = async () => {
        const client = new pg.Client({ connectionString: url })
        await client.connect()
        await client.query('drop schema public cascade')
        await client.query('create schema public')
        await client.end()
      }
      expect(await destroyAndRestore({ DATA_DIR: dataDir, DATABASE_URL: url }, destroy)).toEqual([])
    } finally {
      await postgres.stop()
      rmSync(dataDir, { recursive: true, force: true })
    }
  },
  TIMEOUT_MILLISECONDS,
)

type Settings = { DATA_DIR: string; DATABASE_URL?: string }

/**
 * Runs the commands as an operator does, with a server and musicians at work as processes of their own. Returns what was
 * acknowledged before the backup and is lost.
 */
async function destroyAndRestore(settings: Settings, destroy: () => Promise<void>): Promise<string[]> {
  const { DATA_DIR: dataDir, ...env } = settings
  const command = async (name: string, ...parameters: string[]) => {
    const environment = { env: { PATH: process.env['PATH'], ...settings } }
    const file = join(COMMANDS, `${name}-command.ts`)
    return (
      await promisify(execFile)(process.execPath, [...QUICK_START_FLAGS, file, ...parameters], environment)
    ).stdout
  }
  let server = await startServerProcess({ dataDir, env })
  try {
    const musicians = await Promise.all(EMAILS.map(email => startWatchedMusician(server, email)))
    const acknowledged = () => musicians.map(musician => musician.acknowledged.length)
    const untilMore = async (more: number) => {
      const before = acknowledged()
      await expect
        .poll(() => acknowledged().every((count, place) => count >= (before[place] ?? 0) + more))
        .toBe(true)
    }
    await untilMore(5)
    const before = musicians.map(musician => new Set(musician.acknowledged))
    const file = (await command('backup')).split(':')[0] ?? ''
    expect(existsSync(file)).toBe(true)
    await untilMore(1)

    await destroy()
    await server.stop('SIGKILL')
    expect(await command('restore', file, '--keep-sessions')).toContain('under a new epoch')
    server = await startServerProcess({ dataDir, env })
    const lost: string[] = []
    for (const [place, musician] of musicians.entries()) {
      const missing = await musician.missingAt(server)
      lost.push(...missing.filter(id => before[place]?.has(id)))
      // What came after the backup is not in it; the devices send it again (BR2).
      expect(missing.length).toBeGreaterThan(0)
    }
    return lost
  } finally {
    await server.stop('SIGKILL')
  }
}
