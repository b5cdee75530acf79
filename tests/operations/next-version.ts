import { readFileSync, writeFileSync } from 'node:fs'
import { cp, mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

const REPOSITORY = resolve(import.meta.dirname, '../..')
const COPIED = ['core', 'server', 'stand-ins', 'locales', 'scripts', 'package.json']
const LINKED = ['node_modules', 'dist']
const LAST_LINE = /(?<=export const migrations\b[^{]*\{[^}]*)\n}/

/** A copy of this checkout with one more migration, as the next version would have. Servers run from its folder. */
export async function createNextVersion(statement: string) {
  const folder = await mkdtemp(join(tmpdir(), 'dacapo-next-'))
  for (const part of COPIED) await cp(join(REPOSITORY, part), join(folder, part), { recursive: true })
  for (const part of LINKED) await symlink(join(REPOSITORY, part), join(folder, part), 'dir')
  const list = join(folder, 'server/database/migrate.ts')
  const before = readFileSync(list, 'utf8')
  const migration = `'9999-the-next': { up: db => sql.raw(${JSON.stringify(statement)}).execute(db).then(() => {}) },`
  const after = before.replace(LAST_LINE, known => `\n  ${migration}${known}`)
  if (after === before) throw new Error('the list of migrations stayed as it was')
  writeFileSync(list, after)
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) }
}
