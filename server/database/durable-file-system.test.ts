import fs, { mkdtempSync, rmSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { writeDatabase } from '#tests/database/prepared-data-folder.ts'
import { DURABLE_PGLITE_PARAMETERS, DurableNodeFS } from './durable-file-system.ts'

const COMMITS = 25

let folder: string
let parent: string
beforeEach(async () => {
  parent = mkdtempSync(join(tmpdir(), 'dacapo-disk-'))
  folder = join(parent, 'database')
  await writeDatabase(folder)
})
afterEach(() => rmSync(parent, { recursive: true, force: true }))

async function countFsyncCalls(run: () => Promise<unknown>): Promise<number> {
  const { fsyncSync } = fs
  let syncs = 0
  fs.fsyncSync = file => {
    syncs += 1
    fsyncSync(file)
  }
  syncBuiltinESMExports()
  try {
    await run()
    return syncs
  } finally {
    fs.fsyncSync = fsyncSync
    syncBuiltinESMExports()
  }
}

const commits = (pglite: PGlite) => async () => {
  for (let commit = 0; commit < COMMITS; commit += 1)
    await pglite.query('insert into entry values ($1)', [commit])
}
const reads = (pglite: PGlite) => async () => {
  for (let read = 0; read < COMMITS; read += 1) await pglite.query('select * from entry')
}

test('[SC14] every commit waits for the disk, reading does not', async () => {
  const pglite = await PGlite.create({
    fs: new DurableNodeFS(folder),
    startParams: DURABLE_PGLITE_PARAMETERS,
  })
  await pglite.exec('create table entry (number int)')
  const syncs = await countFsyncCalls(commits(pglite))
  expect(syncs).toBeGreaterThanOrEqual(COMMITS)
  await pglite.query('select * from entry')
  expect(await countFsyncCalls(reads(pglite))).toBe(0)
  expect((await pglite.query('show fsync')).rows).toEqual([{ fsync: 'on' }])
  await pglite.close()
})
