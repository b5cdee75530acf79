import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import type { Database } from '#server/database/database.ts'
import { openDatabase } from '#server/database/open-database.ts'
import { readConfiguration } from '#server/settings/configuration.ts'
import { prepareDataFolder } from '#tests/database/prepared-data-folder.ts'
import { silentLogger } from '#tests/sync/library-server.ts'
import { runCommand } from '#tests/operations/run-command.ts'

const PARENT = mkdtempSync(join(tmpdir(), 'dacapo-commands-'))
const DATA_DIR = mkdtempSync(join(PARENT, 'data-'))
afterAll(() => rmSync(PARENT, { recursive: true, force: true }))

test('[BR7][LS17][DB1] npm run new-epoch ends the sessions of a restored database, unless they are to stay, and every link and code', async () => {
  const DATA_DIR = mkdtempSync(join(PARENT, 'new-epoch-'))
  await prepareDataFolder(DATA_DIR)
  expect((await runCommand('migrate', { DATA_DIR })).said).toContain(
    'The tables are what this version needs.',
  )
  const later = new Date(Date.now() + 1e9)
  const session = { id: 's', token: 't', userId: 'kai', expiresAt: later, updatedAt: later }
  await withDatabaseOf(DATA_DIR, async ({ db }) => {
    await db
      .insertInto('session')
      .values({ ...session, ipAddress: null, userAgent: null })
      .execute()
    await db
      .insertInto('verification')
      .values({ id: 'v', identifier: 'x', value: 'y', expiresAt: later })
      .execute()
    await db.insertInto('billing_account').values(PAYING_KAI).execute()
  })
  const left = () =>
    withDatabaseOf(DATA_DIR, async ({ db }) => ({
      sessions: (await db.selectFrom('session').select('id').execute()).length,
      links: (await db.selectFrom('verification').select('id').execute()).length,
      epoch: (await db.selectFrom('library_epoch').select('epoch').executeTakeFirst())?.epoch,
      due: (await db.selectFrom('billing_account').select('check_due_at').execute())[0]?.check_due_at,
    }))
  const kept = await runCommand('new-epoch', { DATA_DIR }, '--keep-sessions')
  const epoch = /epoch ([0-9a-f-]{36})/.exec(kept.said)?.[1]
  expect(await left()).toEqual({ sessions: 1, links: 0, due: 0, epoch })
  expect((await runCommand('new-epoch', { DATA_DIR })).code).toBe(0)
  expect(await left()).toMatchObject({ sessions: 0, links: 0, due: 0 })
  expect((await runCommand('new-epoch', { DATA_DIR }, '--all')).said).toContain('Usage')
})

const PAYING_KAI = { user_id: 'kai', customer_id: 'cus_1', check_due_at: 9e12 }

async function withDatabaseOf<T>(dataDir: string, work: (database: Database) => Promise<T>): Promise<T> {
  const read = readConfiguration({ DATA_DIR: dataDir })
  if (read.kind === 'faulty') throw new Error(read.message)
  const opened = await openDatabase(read.configuration, silentLogger)
  if (opened.kind === 'failed') throw new Error(opened.message)
  try {
    return await work(opened.database)
  } finally {
    await opened.database.close()
  }
}

test('[BR7] npm run delete-again removes the accounts of these addresses and no other', async () => {
  const DATA_DIR = mkdtempSync(join(PARENT, 'delete-again-'))
  await prepareDataFolder(DATA_DIR)
  const users = ['kai', 'ada', 'clara'].map(id => ({
    id,
    name: '',
    email: `${id}@example.org`,
    emailVerified: true,
    image: null,
    createdAt: new Date(),
    updatedAt: new Date(),
  }))
  await withDatabaseOf(DATA_DIR, ({ db }) => db.insertInto('user').values(users).execute())
  const { code, said } = await runCommand('delete-again', { DATA_DIR }, 'Kai@example.org', 'ada@example.org')
  expect([code, said]).toEqual([0, 'Deleted again: ada@example.org, kai@example.org\n'])
  const left = withDatabaseOf(DATA_DIR, ({ db }) => db.selectFrom('user').select('id').execute())
  expect(await left).toEqual([{ id: 'clara' }])
  expect((await runCommand('delete-again', { DATA_DIR })).said).toContain('Usage')
})

test('[DB40] a command without its database says so and fails', async () => {
  const { code, said } = await runCommand('migrate', {
    DATA_DIR,
    DATABASE_URL: 'postgres://a:secret@127.0.0.1:1/b',
  })
  expect(code).toBe(1)
  expect(said).toContain('The database b at 127.0.0.1:1 cannot be opened')
  expect(said).not.toContain('secret')
})

test('[BR6][BR3][BR7] npm run backup writes a checked file for its owner only, npm run restore brings it back, and a damaged one changes nothing', async () => {
  const DATA_DIR = mkdtempSync(join(PARENT, 'backup-'))
  await prepareDataFolder(DATA_DIR)
  await withDatabaseOf(DATA_DIR, ({ db }) => db.insertInto('billing_account').values(PAYING_KAI).execute())
  const to = join(DATA_DIR, 'elsewhere')
  const old = join(to, 'dacapo-2026-01-01T00-00-00-000Z.tar.gz')
  mkdirSync(to)
  for (const file of [old, join(to, 'not-ours.gz')]) {
    writeFileSync(file, '')
    utimesSync(file, 1, 1)
  }
  const { code, said } = await runCommand('backup', { DATA_DIR }, '--to', to, '--keep-days', '30')
  expect([code, said]).toEqual([0, expect.stringContaining('opened and read')])
  const file = said.split(':')[0] ?? ''
  expect(statSync(file).mode & 0o777).toBe(0o600)
  // No temporary file is left, and of the old files only backups are deleted.
  expect(readdirSync(to).toSorted()).toEqual([basename(file), 'not-ours.gz'])

  await withDatabaseOf(DATA_DIR, ({ db }) =>
    db.updateTable('billing_account').set({ user_id: 'ada' }).execute(),
  )
  const accounts = () =>
    withDatabaseOf(DATA_DIR, ({ db }) =>
      db.selectFrom('billing_account').select(['user_id', 'check_due_at']).execute(),
    )
  const refused = await runCommand('restore', { DATA_DIR }, file)
  expect([refused.code, refused.said]).toEqual([1, expect.stringContaining('add --replace')])
  const damaged = join(to, 'damaged.gz')
  writeFileSync(damaged, readFileSync(file).subarray(0, -1000))
  expect((await runCommand('restore', { DATA_DIR }, damaged, '--replace')).code).toBe(1)
  expect(await accounts()).toEqual([{ user_id: 'ada', check_due_at: PAYING_KAI.check_due_at }])
  const restored = await runCommand('restore', { DATA_DIR }, file, '--replace')
  expect([restored.code, restored.said]).toEqual([0, expect.stringContaining('There is a new epoch')])
  expect(await accounts()).toEqual([{ user_id: 'kai', check_due_at: 0 }])
  expect(statSync(join(DATA_DIR, 'database')).mode & 0o777).toBe(0o700)
  expect(readdirSync(DATA_DIR).filter(name => /restored|replaced/.test(name))).toEqual([])
})

test('[BR6][BR3] a command that is called wrongly, or where there is nothing to back up, says so and changes nothing', async () => {
  const DATA_DIR = join(PARENT, 'empty')
  const away = await runCommand('backup', { DATA_DIR, PORT: '1' })
  expect([away.code, away.said]).toEqual([1, expect.stringContaining('There is no database in')])
  expect((await runCommand('backup', { DATA_DIR }, '--keep-days', '0')).said).toContain('Usage')
  const postgres = await runCommand('backup', { DATABASE_URL: 'postgres://localhost/d' })
  expect([postgres.code, postgres.said]).toEqual([1, expect.stringContaining('pg_dump')])
})

test('[DR1] npm run doctor says what is wrong and what to do, prints no secret, and ends with 1', async () => {
  const wrong = await runCommand('doctor', { PORT: 'x' })
  expect([wrong.code, wrong.said]).toEqual([1, expect.stringContaining('PORT must be a whole number')])
  const DATA_DIR = join(PARENT, 'doctor')
  const settings = {
    DATA_DIR,
    DATABASE_URL: 'postgres://kai:database-password@127.0.0.1:1/b',
    SMTP_URL: 'smtp://kai:mail-password@127.0.0.1:1?insecure',
  }
  const { code, said } = await runCommand('doctor', settings)
  expect(code).toBe(1)
  expect(said).toMatch(/FAULT {2}Database: .*cannot be opened.*\n +What to do: /)
  expect(said).toMatch(/FAULT {2}Mail: .*cannot be used \(unreachable\)\n +What to do: /)
  expect(said).toContain('Faults: 2')
  expect(said).not.toMatch(/database-password|mail-password/)
  const well = await runCommand('doctor', { DATA_DIR })
  expect([well.code, well.said]).toEqual([0, expect.stringContaining('Faults: 0')])
})
