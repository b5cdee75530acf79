import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, expect, test } from 'vitest'

const SERVER = resolve(import.meta.dirname, '..')
const DATA_DIR = mkdtempSync(join(tmpdir(), 'dacapo-commands-'))
afterAll(() => rmSync(DATA_DIR, { recursive: true, force: true }))

/** Runs a command of the server as npm does, with settings. */
const run = (command: string, settings: Record<string, string>) =>
  new Promise<{ code: unknown; said: string }>(resolve => {
    const env = { ...process.env, NODE_ENV: 'development', DATABASE_URL: '', ...settings }
    execFile(process.execPath, [join(SERVER, command)], { env }, (error, stdout, stderr) => {
      resolve({ code: error?.code ?? 0, said: stdout + stderr })
    })
  })

test('[LS17][DB1] the commands for operators prepare the database and give it a new epoch', async () => {
  const migrated = await run('migrate.ts', { DATA_DIR })
  expect(migrated).toEqual({
    code: 0,
    said: expect.stringContaining('The tables are what this version needs.'),
  })
  const epochs = [await run('new-epoch.ts', { DATA_DIR }), await run('new-epoch.ts', { DATA_DIR })]
  const given = epochs.map(({ said }) => /epoch ([0-9a-f-]{36})/.exec(said)?.[1])
  expect(new Set(given).size).toBe(2)
  expect(given).not.toContain(undefined)
})

test('[DB9] a command without its database says so and fails', async () => {
  const { code, said } = await run('migrate.ts', {
    DATA_DIR,
    DATABASE_URL: 'postgres://a:secret@127.0.0.1:1/b',
  })
  expect(code).toBe(1)
  expect(said).toContain('The database b at 127.0.0.1:1 cannot be opened')
  expect(said).not.toContain('secret')
})
