import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

const MAIN = join(import.meta.dirname, 'main.ts')
const dataDir = mkdtempSync(join(tmpdir(), 'dacapo-data-'))
let server: Process
let origin: string

beforeAll(async () => {
  server = aProcess({ PORT: '0', DATA_DIR: dataDir })
  await server.says(/Dacapo is ready: (\S+)/)
  origin = /Dacapo is ready: (\S+)/.exec(server.printed())?.[1] ?? ''
})
afterAll(() => server.child.kill('SIGKILL'))

test('[CF5] it starts with nothing set and tells where it is and where mails go', async () => {
  expect(origin).toMatch(/^http:\/\/localhost:\d+$/)
  // Said in a line of its own, a moment after the address.
  await server.says(new RegExp(`${origin}/dev/mailbox`))
  expect((await fetch(`${origin}/readyz`)).status).toBe(200)
})

test('[MA6] the mail appears in the terminal, calmly, and no log line beside it', async () => {
  const answer = await fetch(`${origin}/api/v1/sign-in-links`, {
    method: 'POST',
    headers: { origin, 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'kai@example.org', language: 'en' }),
  })
  expect(answer.status).toBe(204)
  await server.says(/Sign in to Dacapo/)
  expect(server.printed()).toContain(`${origin}/confirm?token=`)
  expect(server.printed()).not.toContain('{"')
})

test('[HT3] a body over 1 MB is refused on a real connection too', async () => {
  const stream = new ReadableStream({
    start(controller) {
      for (let count = 0; count < 40; count += 1) controller.enqueue(new Uint8Array(64 * 1024).fill(32))
      controller.close()
    },
  })
  // Sent in pieces and without a length; the types do not know `duplex` yet.
  const sent = {
    method: 'POST',
    headers: { origin, 'content-type': 'application/json' },
    body: stream,
    duplex: 'half',
  }
  const answer = await fetch(`${origin}/api/v1/feedback`, sent)
  expect(answer.status).toBe(413)
})

test('[HT12] a second start on the same port says so and ends, before it touches any data', async () => {
  const other = join(dataDir, 'never made')
  const { port } = new URL(origin)
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

test('[CF1] a faulty setting ends the start with 78', async () => {
  const faulty = aProcess({ PORT: 'x', HOST: '0.0.0.0' })
  expect(await faulty.ended).toBe(78)
  expect(faulty.printed()).toMatch(/2 settings are wrong\.\n {2}PORT .*\n {2}HOST /)
})

test.each(['SIGTERM', 'SIGINT'] as const)('[HT17] %s ends it in order, with 0', async signal => {
  const folder = mkdtempSync(join(tmpdir(), 'dacapo-end-'))
  const ending = aProcess({ PORT: '0', DATA_DIR: folder })
  await ending.says(/Dacapo is ready/)
  ending.child.kill(signal)
  expect(await ending.ended).toBe(0)
  expect(readdirSync(folder).filter(name => name.endsWith('.lock'))).toEqual([])
})

test('[LG5] in production the log is in files without a word of who asked, and old ones are deleted at the start', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'dacapo-production-'))
  const logs = join(folder, 'logs')
  mkdirSync(logs)
  for (const name of ['2020-01-01.jsonl', 'notes.txt']) writeFileSync(join(logs, name), '')
  const production = aProcess({
    NODE_ENV: 'production',
    PORT: '0',
    DATA_DIR: folder,
    DATABASE: 'embedded',
    ORIGIN: 'https://dacapo.example',
    SECRET: 'x'.repeat(32),
    SMTP_URL: 'smtp://localhost:1?insecure',
  })
  await production.says(/Dacapo is ready/)
  production.child.kill('SIGTERM')
  expect(await production.ended).toBe(0)
  expect(production.printed()).not.toContain('{"')
  const [today = '', ...others] = readdirSync(logs)
  expect([/^20\d\d-\d\d-\d\d\.jsonl$/.test(today), others]).toEqual([true, ['notes.txt']])
})

test('[LG5] a folder that cannot be written to is named in one message', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'dacapo-no-logs-'))
  writeFileSync(join(folder, 'logs'), 'a file where the folder should be')
  const refused = aProcess({ PORT: '0', DATA_DIR: folder, LOG_TO: 'files' })
  expect(await refused.ended).toBe(1)
  expect(refused.printed()).toContain(`The log cannot be written to ${join(folder, 'logs')}. Make`)
})

type Process = ReturnType<typeof aProcess>

function aProcess(environment: Record<string, string>) {
  const child: ChildProcess = spawn(process.execPath, [MAIN], {
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
    /** Waits until what was printed matches. */
    says: (pattern: RegExp) =>
      new Promise<void>((done, failed) => {
        const look = () => pattern.test(text) && done()
        listeners.add(look)
        look()
        void ended.then(() => failed(new Error(`It ended, having said: ${text}`)))
      }),
  }
}
