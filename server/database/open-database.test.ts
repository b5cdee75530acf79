import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pino } from 'pino'
import { afterAll, expect, test } from 'vitest'
import { openDatabase, openDatabaseWhenAvailable } from './open-database.ts'

const silent = pino({ level: 'silent' })
const folder = mkdtempSync(join(tmpdir(), 'dacapo data '))
const directory = join(folder, 'a folder', 'database')
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const open = (print: (sentence: string) => void) =>
  openDatabase({ database: { kind: 'embedded', directory }, live: 'listen' }, silent, { print })

test('[CF5] the first start prepares the data and says so, also after a first start that was cut short', async () => {
  mkdirSync(`${directory}.new`, { recursive: true })
  writeFileSync(join(`${directory}.new`, 'PG_VERSION'), '18\n')
  const said: string[] = []
  const first = await open(sentence => said.push(sentence))
  expect(first.kind).toBe('open')
  expect(said).toEqual(['Preparing the database. This happens once and takes some seconds.'])
  if (first.kind === 'open') await first.database.close()
  const second = await open(sentence => said.push(sentence))
  expect(said).toHaveLength(1)
  if (second.kind === 'open') await second.database.close()
  expect(existsSync(`${directory}.new`)).toBe(false)
  expect(readdirSync(dirname(directory))).toEqual(['database', 'database.lockfile'])
  expect(statSync(directory).mode & 0o077).toBe(0)
})

test('[DB40] a database that is unavailable is opened again until it is there, or until waiting cannot mend it', async () => {
  const away = { kind: 'failed', message: 'away', isUnavailable: true } as const
  const wrong = { kind: 'failed', message: 'not encoded in UTF8' } as const
  const results = [away, away, { ...away, message: 'starting up' }, wrong]
  const told: string[] = []
  const open = async () => results.shift() ?? away
  expect(await openDatabaseWhenAvailable(open, message => told.push(message), 1)).toBe(wrong)
  expect(told).toEqual(['away', 'starting up'])
})
