import { execFileSync } from 'node:child_process'
import { chmodSync, chownSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { writeDatabase } from '#tests/database/prepared-data-folder.ts'

const isRoot = process.getuid?.() === 0
/** Root may read everything, so the database is opened by `nobody` then. */
const user = isRoot ? { uid: 65534, gid: 65534 } : {}

let dataDir: string
let directory: string
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'dacapo-rights-'))
  directory = join(dataDir, 'database')
  await writeDatabase(directory)
  if (!isRoot) return
  for (const path of ['', ...readdirSync(dataDir, { recursive: true, encoding: 'utf8' })])
    chownSync(join(dataDir, path), 65534, 65534)
})
afterEach(() => {
  chmodSync(directory, 0o700)
  rmSync(dataDir, { recursive: true, force: true })
})

function openAsUser(create = true): string {
  const script = `
    import { openEmbeddedDatabase } from ${JSON.stringify(join(import.meta.dirname, 'embedded-database.ts'))}
    const options = { print() {}, migrate: false, create: ${create} }
    const opened = await openEmbeddedDatabase(${JSON.stringify(directory)}, options)
    process.stdout.write(opened.kind === 'failed' ? opened.message : opened.kind)
    process.exit()`
  const flags = ['--liftoff-only', '--input-type=module', '-e', script]
  return execFileSync(process.execPath, flags, { ...user, encoding: 'utf8', env: {} })
}

test('[DB3] a folder of the data that may not be read and written is named, with what mends it', () => {
  chmodSync(directory, 0o500)
  const said = openAsUser()
  expect(said).toContain(`this user may not read and write ${directory}.`)
  expect(said).toContain(`give ${dataDir} to this one (sudo chown -R)`)
  chmodSync(directory, 0o700)
  expect(openAsUser()).toBe('open')
})
