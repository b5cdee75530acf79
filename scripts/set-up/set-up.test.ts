import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, utimesSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { prepareDataFolder } from '#tests/database/prepared-data-folder.ts'
import { portOnceListening } from '#tests/mail/mail-server.ts'
import { runAndCapture } from './child.mjs'
import { withSetUpLock } from './lock.mjs'
import { root } from './paths.mjs'

const folders: string[] = []
afterAll(() => folders.forEach(folder => rmSync(folder, { recursive: true, force: true })))

function aFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'dacapo set-up '))
  folders.push(folder)
  return folder
}

test('the lock of a process that died is taken over', async () => {
  const lock = aFolder()
  const aMinuteAgo = Date.now() / 1000 - 60
  utimesSync(lock, aMinuteAgo, aMinuteAgo)
  expect(await withSetUpLock(() => Promise.resolve('done'), lock)).toBe('done')
})

test('a command that hangs is ended with everything it started', async () => {
  // The grandchild holds the output open, so the promise settles only after it has ended too.
  const hang = 'setInterval(() => {}, 1000)'
  const start = `require('node:child_process').spawn(process.execPath, ['-e', '${hang}'], { stdio: 'inherit' })`
  const ended = await runAndCapture(process.execPath, ['-e', `${start}; ${hang}`], { minutes: 1 / 60 })
  expect(ended).toEqual({ code: 124, output: '' })
})

test('[HT12] npm start with the port in use ends with one message that names it and the way out', async () => {
  const taken = createServer()
  const port = await portOnceListening(taken.listen(0, '127.0.0.1'))
  const start = runStartScript({ PORT: String(port), DATA_DIR: aFolder() })
  expect(await start.code).toBe(1)
  taken.close()
  const lines = start.printed().trim().split('\n')
  expect(lines.filter(line => !line.endsWith(' …'))).toEqual([
    expect.stringMatching(new RegExp(`${port}.*PORT=\\d+ npm start`)),
  ])
})

test.each(['SIGTERM', 'SIGKILL'] as const)(
  '[HT12] npm start, ended by %s, leaves no server behind',
  async signal => {
    const folder = aFolder()
    await prepareDataFolder(folder)
    const start = runStartScript({ PORT: '0', DATA_DIR: folder })
    const address = () => /ready: (\S+)/.exec(start.printed())?.[1]
    await expect.poll(address).toBeDefined()
    const health = new URL('/healthz', address())
    expect((await fetch(health)).status).toBe(200)
    start.child.kill(signal)
    // The server holds the output open, and writes to its folder, until it has ended.
    expect(await start.code).toBe(signal === 'SIGTERM' ? 0 : null)
    await expect(fetch(health)).rejects.toThrow('fetch failed')
  },
)

function runStartScript(env: Record<string, string>) {
  const child = spawn(process.execPath, [join(root, 'scripts/start.mjs')], {
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], ...env },
  })
  let printed = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (printed += text))
  const code = new Promise<number | null>(resolve => child.on('close', resolve))
  return { child, code, printed: () => printed }
}
