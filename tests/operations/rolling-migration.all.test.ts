import { afterAll, beforeAll, expect, test } from 'vitest'
import { startServerProcess } from '../../e2e/running-server.ts'
import { startPostgres } from '#tests/database/postgres.ts'
import type { PostgresServer } from '#tests/database/postgres.ts'
import { createNextVersion } from './next-version.ts'
import { startMusician } from './saving-musician.ts'

const SAVES = 20
const EXPAND = `alter table practice add column mood text, add column stars integer not null default 0;
  create table composer (user_id text not null, id text not null, primary key (user_id, id))`

let postgres: PostgresServer
beforeAll(async () => {
  postgres = await startPostgres()
})
afterAll(() => postgres.stop())

/**
 * Lets a musician save at a server while the next version starts beside it and migrates, and afterwards. Returns what
 * became of the saves before and after, and of a server of this version that is started then.
 */
async function updateUnderLoad() {
  const env = { DATABASE_URL: await postgres.createDatabase() }
  const next = await createNextVersion(EXPAND)
  const old = await startServerProcess({ env })
  const musician = await startMusician(old)
  const before = new Set<string>()
  const after = new Set<string>()
  const isOver = new AbortController()
  const saving = (async () => {
    while (!isOver.signal.aborted) before.add(await musician.save(1))
  })()
  const updated = await startServerProcess({ env: { ...env, ORIGIN: old.origin }, checkout: next.folder })
  isOver.abort()
  await saving
  for (let number = 0; number < SAVES; number += 1) after.add(await musician.save(1))
  const ready = (await fetch(`${old.origin}/readyz`)).status
  await old.stop()
  const startedLate = await startServerProcess({ env }).then(
    async late => `started ${await late.stop()}`,
    (error: Error) => error.message,
  )
  return {
    before: [...before],
    after: [...after],
    ready,
    startedLate,
    musician,
    updated,
    close: async () => {
      await updated.stop()
      await next.remove()
    },
  }
}

test('[DB1] a server goes on while the next version migrates beside it by adding, and hands everything over', async () => {
  const { before, after, ready, startedLate, musician, updated, close } = await updateUnderLoad()
  expect({ before, after, ready }).toEqual({ before: ['applied'], after: ['applied'], ready: 200 })
  expect(musician.acknowledged.length).toBeGreaterThan(SAVES)
  expect(await musician.missingAt(updated)).toEqual([])
  // Only servers that run already may go on (rule DB1).
  expect(startedLate).toContain('the database was made by another version of Dacapo')
  await close()
})
