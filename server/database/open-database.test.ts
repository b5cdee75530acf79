import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from './database.ts'
import { openDatabase } from './open-database.ts'

const silent = pino({ level: 'silent' })
let folder: string
let directory: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'dacapo data '))
  directory = join(folder, 'a folder', 'database')
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const open = (print?: (sentence: string) => void) =>
  openDatabase(
    { database: { kind: 'embedded', directory }, live: 'listen' },
    silent,
    print === undefined ? {} : { print },
  )

async function opened(): Promise<Database> {
  const result = await open()
  if (result.kind === 'failed') throw new Error(result.message)
  return result.database
}

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

test('[DB3] a second start with the same data is told which folder it is and what to do', async () => {
  const database = await opened()
  const second = await open()
  expect(second).toMatchObject({
    kind: 'failed',
    message: expect.stringContaining(`The data in ${directory} is in use`),
  })
  expect(second).toMatchObject({ message: expect.stringContaining('DATA_DIR=') })
  await database.close()
  const third = await opened()
  await third.close()
})

test('[SC14][DB3] after kill -9 the next start succeeds and every commit that was said is there', async () => {
  const killed = await writerKilledAfter(40)
  const database = await opened()
  const { db } = database
  const kept = await db.selectFrom('mailbox').select('id').execute()
  const ids = new Set(kept.map(row => row.id))
  expect(killed.said.length).toBeGreaterThanOrEqual(40)
  expect(killed.said.filter(id => !ids.has(id))).toEqual([])
  await database.close()
})

/** A process that writes one row after the other and says which are committed, until it is killed. */
async function writerKilledAfter(rows: number): Promise<{ said: string[] }> {
  const script = `
    import { openDatabase } from ${JSON.stringify(join(import.meta.dirname, 'open-database.ts'))}
    const directory = ${JSON.stringify(directory)}
    const opened = await openDatabase({ database: { kind: 'embedded', directory }, live: 'listen' })
    if (opened.kind === 'failed') throw new Error(opened.message)
    for (let row = 0; ; row += 1) {
      const mail = { id: String(row), to_address: '', subject: '', text: '', html: '', at: 0 }
      await opened.database.db.insertInto('mailbox').values(mail).execute()
      process.stdout.write(row + '\\n')
    }`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let said = ''
  child.stdout.on('data', chunk => {
    said += String(chunk)
    if (said.split('\n').length > rows) child.kill('SIGKILL')
  })
  const signal = await new Promise(resolve => child.once('close', (_, signal) => resolve(signal)))
  if (signal !== 'SIGKILL') throw new Error('the writer was not killed')
  return { said: said.split('\n').slice(0, -1) }
}
