import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, describe, expect, test } from 'vitest'
import { runQuietly } from '../../scripts/set-up/child.mjs'
import { contentHash } from '../../scripts/set-up/build.mjs'
import { isInstalled, stampInstallation } from '../../scripts/set-up/install.mjs'
import { withSetUpLock } from '../../scripts/set-up/lock.mjs'
import { root } from '../../scripts/set-up/paths.mjs'
import { prepareDataFolder } from '#tests/database/prepared-data-folder.ts'

const folders: string[] = []
afterAll(() => folders.forEach(folder => rmSync(folder, { recursive: true, force: true })))

function aFolder(files: Record<string, string> = {}): string {
  const folder = mkdtempSync(join(tmpdir(), 'dacapo set-up '))
  folders.push(folder)
  for (const [path, content] of Object.entries(files)) write(folder, path, content)
  return folder
}

function write(folder: string, path: string, content: string) {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), content)
}

describe('what is installed', () => {
  const lockfile = (versions: Record<string, object>) =>
    JSON.stringify({ packages: { '': { version: '0.1.0' }, ...versions } })
  const hono = { 'node_modules/hono': { version: '4.13.19' } }
  const forWindows = { 'node_modules/x-win32': { version: '1.0.0', optional: true } }
  const aCheckout = (locked: Record<string, object>, installed: Record<string, object> | null) =>
    aFolder({
      'package-lock.json': lockfile(locked),
      'node_modules/node/bin/node': '',
      ...(installed === null ? {} : { 'node_modules/.package-lock.json': lockfile(installed) }),
    })

  test('a bare checkout is not installed', () => {
    expect(isInstalled(aFolder({ 'package-lock.json': lockfile(hono) }), 'all')).toBe(false)
  })

  test('what npm noted decides: every package of the lockfile in its version, save those for other machines', () => {
    expect(isInstalled(aCheckout({ ...hono, ...forWindows }, hono), 'all')).toBe(true)
    expect(isInstalled(aCheckout(hono, {}), 'all')).toBe(false)
    expect(isInstalled(aCheckout(hono, { 'node_modules/hono': { version: '4.0.0' } }), 'all')).toBe(false)
  })

  test('a start needs no package for developing, and what a start has installed is not enough for a test', () => {
    const vitest = { 'node_modules/vitest': { version: '5.1.0', dev: true } }
    const checkout = aCheckout({ ...hono, ...vitest }, hono)
    expect(isInstalled(checkout, 'start')).toBe(true)
    stampInstallation(checkout, 'start')
    expect(isInstalled(checkout, 'start')).toBe(true)
    expect(isInstalled(checkout, 'all')).toBe(false)
    stampInstallation(checkout, 'all')
    expect(isInstalled(checkout, 'start')).toBe(true)
  })

  test('an interrupted installation is begun again', () => {
    expect(isInstalled(aCheckout(hono, null), 'all')).toBe(false)
  })

  test('a stamp is enough until the lockfile changes', () => {
    const checkout = aCheckout(hono, null)
    stampInstallation(checkout, 'all')
    expect(isInstalled(checkout, 'all')).toBe(true)
    write(checkout, 'package-lock.json', lockfile({ 'node_modules/hono': { version: '5.0.0' } }))
    expect(isInstalled(checkout, 'all')).toBe(false)
  })
})

describe('what is built', () => {
  const isTest = (path: string) => path.endsWith('.test.ts')

  test('a changed, new, renamed or deleted file counts, its time and a test do not', () => {
    const folder = aFolder({ 'web/a.ts': 'one', 'web/b/c.ts': 'two', 'web/a.test.ts': '' })
    const now = () => contentHash(folder, ['web', 'not there'], isTest)
    const first = now()
    utimesSync(join(folder, 'web/a.ts'), 1, 1)
    write(folder, 'web/a.test.ts', 'changed')
    expect(now()).toBe(first)

    write(folder, 'web/a.ts', 'changed')
    const changed = now()
    write(folder, 'web/d.ts', '')
    const added = now()
    rmSync(join(folder, 'web/b/c.ts'))
    expect(new Set([first, changed, added, now()]).size).toBe(4)
  })
})

describe('two at once', () => {
  test('what is done alone is never done by two at a time, and the lock goes with a failure', async () => {
    const lock = join(aFolder(), 'lock')
    let inside = 0
    let most = 0
    const work = async () => {
      most = Math.max(most, ++inside)
      await sleep(20)
      inside -= 1
    }
    await Promise.all([withSetUpLock(work, lock), withSetUpLock(work, lock), withSetUpLock(work, lock)])
    expect(most).toBe(1)
    await expect(withSetUpLock(() => Promise.reject(new Error('broken')), lock)).rejects.toThrow('broken')
    expect(existsSync(lock)).toBe(false)
  })

  test('the lock of a process that died is taken over', async () => {
    const lock = aFolder()
    const aMinuteAgo = Date.now() / 1000 - 60
    utimesSync(lock, aMinuteAgo, aMinuteAgo)
    expect(await withSetUpLock(() => Promise.resolve('done'), lock)).toBe('done')
  })
})

describe('a command', () => {
  const node = process.execPath

  test('gives its exit code and both its outputs', async () => {
    const script = 'console.log("out"); console.error("err"); process.exit(7)'
    const { code, output } = await runQuietly(node, ['-e', script])
    expect(code).toBe(7)
    expect(output.split('\n').toSorted()).toEqual(['', 'err', 'out'])
    expect((await runQuietly('no-such-command', [])).code).toBe(127)
  })

  test('that hangs is ended with everything it started', async () => {
    // The grandchild holds the output open, so there is no answer before it is gone too.
    const hang = 'setInterval(() => {}, 1000)'
    const start = `require('node:child_process').spawn(process.execPath, ['-e', '${hang}'], { stdio: 'inherit' })`
    expect(await runQuietly(node, ['-e', `${start}; ${hang}`], { minutes: 1 / 60 })).toEqual({
      code: 124,
      output: '',
    })
  })
})

describe('npm start', () => {
  test('[HT12] with the port in use ends with one message that names it and the way out', async () => {
    const taken = createServer().listen(0, '127.0.0.1')
    await once(taken, 'listening')
    const address = taken.address()
    const port = typeof address === 'object' && address !== null ? address.port : 0
    const start = startWith({ PORT: String(port), DATA_DIR: aFolder() })
    expect(await start.code).toBe(1)
    taken.close()
    const lines = start
      .printed()
      .trim()
      .split('\n')
      .filter(line => !line.endsWith(' …'))
    expect(lines).toHaveLength(1)
    expect(lines[0]).toMatch(new RegExp(`${port}.*PORT=\\d+ npm start`))
  })

  test('[HT12] asked to stop, stops its server in order and ends with 0', async () => {
    const start = startWith({ PORT: '0', DATA_DIR: await aPreparedFolder() })
    const origin = await start.origin
    expect((await fetch(`${origin}/healthz`)).status).toBe(200)
    start.child.kill('SIGTERM')
    expect(await start.code).toBe(0)
    await expect(fetch(`${origin}/healthz`)).rejects.toThrow('fetch failed')
  })

  test('[HT12] killed without a word, leaves no server behind', async () => {
    const start = startWith({ PORT: '0', DATA_DIR: await aPreparedFolder() })
    const origin = await start.origin
    start.child.kill('SIGKILL')
    const isUp = () =>
      fetch(`${origin}/healthz`).then(
        () => true,
        () => false,
      )
    await expect.poll(isUp).toBe(false)
    // It holds the output open, and writes to its folder, until it has ended.
    await start.code
  })
})

async function aPreparedFolder(): Promise<string> {
  const folder = aFolder()
  await prepareDataFolder(folder)
  return folder
}

/** What `npm start` runs, with settings of its own. */
function startWith(env: Record<string, string>) {
  const child: ChildProcess = spawn(process.execPath, [join(root, 'scripts/start.mjs')], {
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], ...env },
  })
  let printed = ''
  const origin = new Promise<string>((resolve, reject) => {
    const listen = (text: string) => {
      printed += text
      const found = /ready: (\S+)/.exec(printed)?.[1]
      if (found !== undefined) resolve(new URL(found).origin)
    }
    child.stdout?.setEncoding('utf8').on('data', listen)
    child.stderr?.setEncoding('utf8').on('data', listen)
    child.on('close', () => reject(new Error(`It ended without being ready:\n${printed}`)))
  })
  // Where a test expects the end, nobody waits for the address.
  origin.catch(() => undefined)
  const code = new Promise<number | null>(resolve => child.on('close', resolve))
  return { child, origin, code, printed: () => printed }
}
