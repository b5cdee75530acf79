import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { prepareDataFolder } from '#tests/database/prepared-data-folder.ts'
import { cookieIn } from '#tests/identity/sign-in-at.ts'
import { runCommand } from '#tests/operations/run-command.ts'
import { freePort } from '#tests/server/free-port.ts'
import { PRODUCTION_ENVIRONMENT } from '#tests/server/production-settings.ts'
import { QUICK_START_FLAGS } from '#tests/server/quick-start-flags.ts'

const MAIN = join(import.meta.dirname, '../stand-ins/main.ts')
const folder = mkdtempSync(join(tmpdir(), 'dacapo-main-'))
const dataDir = join(folder, 'data')
await prepareDataFolder(dataDir)
const server = aProcess({ PORT: '0', DATA_DIR: dataDir })
await server.waitForOutput(/Dacapo is ready: (\S+)/)
const opened = /Dacapo is ready: (\S+)/.exec(server.printed())?.[1] ?? ''
const { origin, port } = new URL(opened)
afterAll(() => {
  server.child.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

test('[CF5] it starts with nothing set and tells where it is and where mails go', async () => {
  expect(origin).toMatch(/^http:\/\/localhost:\d+$/)
  expect(opened).toMatch(/:\d+\/dev\?key=[\w-]{24}$/)
  // Printed in a line of its own, a moment after the address.
  await server.waitForOutput(/Mails are printed here/)
  expect((await fetch(`${origin}/readyz`)).status).toBe(200)
})

test('[MA6] the mail appears in the terminal, and no log line beside it', async () => {
  const answer = await post('sign-in-links', { email: 'kai@example.org', language: 'en' })
  expect(answer.status).toBe(204)
  await server.waitForOutput(/Sign in to Dacapo/)
  expect(server.printed()).toContain(`${origin}/confirm?token=`)
  expect(server.printed()).not.toContain('{"')
})

test('[HT12] a second start on the same port says so and ends, before it touches any data', async () => {
  const other = join(folder, 'never made')
  const second = aProcess({ PORT: port, DATA_DIR: other, SECRET: 'x' })
  expect(await second.ended).toBe(1)
  expect(second.printed().trim()).toMatch(new RegExp(`^Port ${port} is in use.*PORT=\\d+ npm start$`))
  expect(existsSync(other)).toBe(false)
})

test('[HT12] a second start on the same data says so and ends, and the first goes on', async () => {
  const second = aProcess({ PORT: '0', DATA_DIR: dataDir })
  expect(await second.ended).toBe(1)
  expect(second.printed()).toContain(`The data in ${join(dataDir, 'database')} is in use`)
  expect((await fetch(`${origin}/readyz`)).status).toBe(200)
})

test('[BR6][BR3] the running server gives a backup to npm run backup, and no restore gets at its data', async () => {
  const settings = { DATA_DIR: dataDir, PORT: port }
  const written = await runCommand('backup', settings)
  expect(written).toEqual({ code: 0, said: expect.stringContaining('opened and read') })
  const names = readdirSync(join(dataDir, 'backups'))
  expect(names).toEqual([expect.stringMatching(/^dacapo-.*Z\.tar\.gz$/)])
  const file = join(dataDir, 'backups', names[0] ?? '')
  const restored = await runCommand('restore', settings, file, '--replace')
  expect(restored).toEqual({ code: 1, said: expect.stringContaining('is in use') })
  expect((await fetch(`${origin}/readyz`)).status).toBe(200)
  expect((await fetch(`${origin}/healthz/backup`)).status).toBe(404)
})

test('[CF1] a faulty setting ends the start with 78', async () => {
  const faulty = aProcess({ PORT: 'x', HOST: '0.0.0.0' })
  expect(await faulty.ended).toBe(78)
  expect(faulty.printed()).toMatch(/2 settings are wrong\.\n {2}PORT .*\n {2}HOST /)
})

test('[LG1][HT12] in production the log is lines of JSON on stdout, and SIGTERM ends the server in order', async () => {
  const production = join(folder, 'production')
  await prepareDataFolder(production)
  const PORT = String(await freePort())
  const own = { PORT, DATA_DIR: production, SMTP_URL: 'smtp://localhost:1?insecure' }
  const operated = aProcess({ ...PRODUCTION_ENVIRONMENT, ...own })
  await operated.waitForOutput(/Dacapo is ready/)
  expect((await fetch(`http://127.0.0.1:${PORT}/api/v1/none`)).status).toBe(404)
  operated.child.kill('SIGTERM')
  expect(await operated.ended).toBe(0)
  expect(operated.printed()).toMatch(/^{.*"path":"\/api\/v1\/none"/m)
})

// This test must be the last one, because the others need the server.
test('[HT12][SS1][LS17] SIGINT ends it in order, with 0 and no stack printed; when it starts again, devices go on under another epoch', async () => {
  const email = 'anna@example.org'
  const asked = await post('sign-in-links', { email, language: 'en' })
  await server.waitForOutput(/anna@example\.org[^]*token=\w+\s/)
  const token = [...server.printed().matchAll(/token=(\w+)/g)].at(-1)?.[1]
  const confirmed = await post('sign-in-links/confirm', { email, token }, cookieIn(asked))
  const sync = async (epoch: string | null) => {
    const round = { clientId: 'x', schema: 1, clientNow: 0, epoch, since: 0, entriesSince: 0, changes: [] }
    return (await post('sync', round, cookieIn(confirmed))).json()
  }
  const { epoch } = await sync(null)
  server.child.kill('SIGINT')
  expect(await server.ended).toBe(0)
  expect(server.printed()).not.toMatch(/^ +at /m)

  const again = aProcess({ PORT: port, DATA_DIR: dataDir })
  onTestFinished(async () => {
    again.child.kill('SIGKILL')
    await again.ended
  })
  await again.waitForOutput(/Dacapo is ready/)
  const answer = await sync(epoch)
  // The epoch is new, so that an older copy of the folder cannot have it.
  expect([answer.reset, answer.epoch]).toEqual([false, expect.stringMatching(/^[\da-f-]{36}$/)])
  expect(answer.epoch).not.toBe(epoch)
})

const post = (path: string, body: object, cookie = '') =>
  fetch(`${origin}/api/v1/${path}`, {
    method: 'POST',
    headers: { origin, cookie, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

function aProcess(environment: Record<string, string>) {
  const child: ChildProcess = spawn(process.execPath, [...QUICK_START_FLAGS, MAIN], {
    env: { PATH: process.env['PATH'], ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let text = ''
  const { promise: ended, resolve } = Promise.withResolvers<number | null>()
  child.on('close', code => resolve(code))
  const listeners = new Set<() => void>()
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (part: string) => {
      text += part
      listeners.forEach(listener => listener())
    })
  }
  return {
    child,
    ended,
    printed: () => text,
    waitForOutput: (pattern: RegExp) =>
      new Promise<void>((done, failed) => {
        const check = () => pattern.test(text) && done()
        listeners.add(check)
        check()
        void ended.then(() => failed(new Error(`It ended, having said: ${text}`)))
      }),
  }
}
