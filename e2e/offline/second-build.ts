import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { cp, mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { forwardRequest, startHttpServer } from './http-server.ts'

const REPOSITORY_FOLDER = resolve(import.meta.dirname, '../..')
// What the server and the build of the screens need.
const PARTS = [
  'core',
  'dist',
  'server',
  'stand-ins',
  'web',
  'locales',
  'scripts',
  'package.json',
  'package-lock.json',
  'tsconfig.base.json',
]

export const SECOND_BUILD_TEXT = 'Works'

/** Copies this checkout, which must have been built, and builds a newer version in the copy, `checkout`. */
export async function createSecondBuild() {
  const checkout = await mkdtemp(join(tmpdir(), 'dacapo-builds-'))
  for (const part of PARTS) await cp(join(REPOSITORY_FOLDER, part), join(checkout, part), { recursive: true })
  await symlink(join(REPOSITORY_FOLDER, 'node_modules'), join(checkout, 'node_modules'), 'dir')
  edit(checkout, 'locales/en/common.json', text => text.replace('"Pieces"', `"${SECOND_BUILD_TEXT}"`))
  edit(checkout, 'locales/en/account.json', text => text.replace('"Log out"', '"Log off"'))
  const account = 'web/src/screens/account/account.tsx'
  edit(checkout, account, code => `${code}\ndocument.documentElement.dataset['build'] = 'second'\n`)
  await build(checkout)
  return { checkout, remove: () => rm(checkout, { recursive: true, force: true }) }
}

/**
 * Starts a proxy at a new origin, where no service worker is installed yet, so that the tests can share two servers. It
 * forwards everything to the first; after `deploySecond`, all but data to the second, which may fail once at a path.
 */
export async function startDeploymentProxy(first: string, second: string) {
  let filesOrigin = first
  let failingPath: string | null = null
  const failed = Promise.withResolvers<void>()
  const proxy = await startHttpServer((request, response) => {
    if (request.url === failingPath) {
      failingPath = null
      response.writeHead(503).end()
      failed.resolve()
    } else forwardRequest(request, response, /^\/(api|dev)\//.test(request.url ?? '') ? first : filesOrigin)
  })
  return {
    ...proxy,
    failed: failed.promise,
    deploySecond({ failsOnceAt = null }: { failsOnceAt?: string | null } = {}) {
      failingPath = failsOnceAt
      filesOrigin = second
      proxy.closeConnections()
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

// Builds as npm start does, which keeps the files of the previous build.
async function build(checkout: string): Promise<void> {
  const script = `const { buildWebApp } = await import('./scripts/set-up/build.mjs')
    const { code, output } = await buildWebApp()
    if (code !== 0) throw new Error(output)`
  await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], { cwd: checkout })
}
