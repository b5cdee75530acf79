import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'

// These rules are the linter's. Here is proved that its configuration finds what is planted.

const root = join(import.meta.dirname, '../..')
const folder = mkdtempSync(join(tmpdir(), 'dacapo-lint-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Returns the places in these files that the linter refuses by the rule, such as `core/a.ts:1`. */
function refusedBy(rule: string, files: Record<string, string>): string[] {
  const planted = mkdtempSync(join(folder, 'planted-'))
  cpSync(join(root, '.oxlintrc.json'), join(planted, '.oxlintrc.json'))
  for (const [path, code] of Object.entries(files)) {
    mkdirSync(dirname(join(planted, path)), { recursive: true })
    writeFileSync(join(planted, path), code)
  }
  const oxlint = join(root, 'node_modules/oxlint/bin/oxlint')
  const { stdout } = spawnSync(process.execPath, [oxlint, '--format=unix'], {
    cwd: planted,
    encoding: 'utf8',
  })
  expect(stdout).toContain(`(${rule})`)
  return stdout
    .split('\n')
    .filter(line => line.includes(`(${rule})`))
    .map(line => /^[^:]+:\d+/.exec(line)?.[0] ?? line)
    .toSorted()
}
const importing = (...names: string[]) =>
  names.map((name, place) => `export { a${place} } from '${name}'`).join('\n')

test('the linter lets core import nothing but core and the schema library', () => {
  const code = importing(
    './b.ts',
    '#core/music/tempo.ts',
    '../c.ts',
    'zod/mini',
    'zod',
    'kysely',
    'node:fs',
    '#web/x.ts',
  )
  expect(refusedBy('no-restricted-imports', { 'core/library/a.ts': code })).toEqual(
    [5, 6, 7, 8].map(line => `core/library/a.ts:${line}`),
  )
})

test('the linter lets core have no clock and no chance of its own', () => {
  const impure = [
    'new Date()',
    'Date.now()',
    'performance.now()',
    'crypto.randomUUID()',
    'setTimeout(() => {}, 1)',
  ]
  const code = [...impure, "fetch('x')", 'globalThis.crypto', '1'].map(
    (what, n) => `export const a${n} = () => ${what}`,
  )
  const refused = refusedBy('no-restricted-globals', { 'core/a.ts': code.join('\n') })
  expect(refused).toEqual([1, 2, 3, 4, 5, 6, 7].map(line => `core/a.ts:${line}`))
  const chance = { 'core/a.ts': 'export const a = () => Math.random()' }
  expect(refusedBy('no-restricted-properties', chance)).toEqual(['core/a.ts:1'])
})

test('the linter keeps packages of the server out of the browser, and those of the browser out of the server', () => {
  const ofServer = [
    'node:fs',
    'hono/cookie',
    'kysely',
    'pg',
    'better-auth/client',
    'nodemailer',
    'pino',
    '@electric-sql/pglite',
  ]
  const ofWeb = ['react-dom/client', 'idb', 'i18next-browser-languagedetector', 'i18next-http-backend']
  const files = {
    'web/src/kit/a.ts': importing(...ofServer, 'react'),
    'server/jobs/b.ts': importing(...ofWeb, 'hono'),
  }
  expect(refusedBy('no-restricted-imports', files)).toEqual([
    ...ofWeb.map((_, place) => `server/jobs/b.ts:${place + 1}`),
    ...ofServer.map((_, place) => `web/src/kit/a.ts:${place + 1}`),
  ])
})

test('the linter refuses files of more than 450 lines and default exports', () => {
  const lines = (count: number) =>
    Array.from({ length: count }, (_, n) => `export const a${n} = 1\n`).join('')
  const long = 'server/database/migrations/0099-long.ts'
  expect(refusedBy('max-lines', { [long]: lines(451), 'core/a.ts': lines(450) })).toEqual([`${long}:451`])
  const byDefault = { 'web/src/kit/a.ts': 'export default 1', 'vitest.config.ts': 'export default 1' }
  expect(refusedBy('no-default-export', byDefault)).toEqual(['web/src/kit/a.ts:1'])
})
