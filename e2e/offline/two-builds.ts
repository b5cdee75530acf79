import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { cp, mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { passOn, startFront } from './front.ts'

const REPOSITORY_FOLDER = resolve(import.meta.dirname, '../..')
// What the server and the build of the screens need.
const PARTS = [
  'core',
  'server',
  'stand-ins',
  'web',
  'locales',
  'scripts',
  'package.json',
  'package-lock.json',
  'tsconfig.base.json',
]

export type TwoBuilds = { readonly second: string; remove(): Promise<void> }

/** The text that the second build shows in place of "Pieces". */
export const SECOND_BUILD_TEXT = 'Works'

/** Copies this checkout, which must have been built, and builds a newer version in the copy. */
export async function createBuildAfterThis(): Promise<TwoBuilds> {
  const second = await mkdtemp(join(tmpdir(), 'dacapo-builds-'))
  await copyCheckout(second, [...PARTS, 'dist'])
  await buildSecond(second)
  return { second, remove: () => rm(second, { recursive: true, force: true }) }
}

async function copyCheckout(to: string, parts: readonly string[]): Promise<void> {
  for (const part of parts) await cp(join(REPOSITORY_FOLDER, part), join(to, part), { recursive: true })
  await symlink(join(REPOSITORY_FOLDER, 'node_modules'), join(to, 'node_modules'), 'dir')
}

async function buildSecond(second: string): Promise<void> {
  edit(second, 'locales/en/common.json', text => text.replace('"Pieces"', `"${SECOND_BUILD_TEXT}"`))
  edit(second, 'locales/en/account.json', text => text.replace('"Log out"', '"Log off"'))
  const account = 'web/src/screens/account/account.tsx'
  edit(second, account, code => `${code}\ndocument.documentElement.dataset['build'] = 'second'\n`)
  await build(second)
}

/**
 * Starts a front with an address of its own, which is a new app to the browser, so that no server need be started for
 * each test. It passes everything on to the first origin; after `deploySecond`, all but the data to the second.
 */
export async function startDeployableFront(first: string, second: string) {
  let files = first
  let failing: string | null = null
  const failed = Promise.withResolvers<void>()
  const front = await startFront((asked, response) => {
    if (asked.url === failing) {
      failing = null
      response.writeHead(503).end()
      failed.resolve()
    } else passOn(asked, response, /^\/(api|dev)\//.test(asked.url ?? '') ? first : files)
  })
  return {
    ...front,
    failed: failed.promise,
    /** The server may fail once at a path. */
    deploySecond({ failsOnceAt = null }: { failsOnceAt?: string | null } = {}) {
      failing = failsOnceAt
      files = second
      // As when a server is replaced.
      front.cut()
    },
  }
}

function edit(checkout: string, path: string, change: (text: string) => string): void {
  const file = join(checkout, path)
  const before = readFileSync(file, 'utf8')
  const after = change(before)
  if (after === before) throw new Error(`${path} stayed as it was`)
  writeFileSync(file, after)
}

// As npm start builds, which takes the code of the build before over to the new one.
async function build(checkout: string): Promise<void> {
  const script = `const { buildWebApp } = await import('./scripts/set-up/build.mjs')
    const { code, output } = await buildWebApp()
    if (code !== 0) throw new Error(output)`
  await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], { cwd: checkout })
}
