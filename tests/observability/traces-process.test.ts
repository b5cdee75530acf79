import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { prepareDataFolder } from '#tests/database/prepared-data-folder.ts'
import { startPostgres } from '#tests/database/postgres.ts'
import { freePort } from '#tests/server/free-port.ts'
import { PRODUCTION_ENVIRONMENT } from '#tests/server/production-settings.ts'
import { startTraceReceiver } from './trace-receiver.ts'
import { startWholeServer } from './traced-server.ts'
import { QUICK_START_FLAGS } from '#tests/server/quick-start-flags.ts'

// The server as a process of its own: what it loads, and what it sends before it ends.

const MAIN = join(import.meta.dirname, '../../server/main.ts')
const PRINT_PACKAGES = join(import.meta.dirname, 'print-loaded-packages.mjs')
const folder = mkdtempSync(join(tmpdir(), 'dacapo-traces-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** What other packages load of OpenTelemetry, whatever we set: prom-client and Better Auth ask for the interface without an SDK. */
const LOADED_BY_OTHERS = ['@opentelemetry/api', '@opentelemetry/semantic-conventions']

test('[HT90] without an endpoint no file of the SDK is loaded', async () => {
  const { packages, files, code } = await runServer('off', {})
  expect(files).toBeGreaterThan(500)
  expect(Object.keys(packages).filter(name => !LOADED_BY_OTHERS.includes(name))).toEqual([])
  expect(code).toBe(0)
})

test('[HT90][HT91] with an endpoint the SDK is loaded, and what waits is sent before the server ends', async () => {
  const receiver = await startTraceReceiver()
  const { packages, code } = await runServer('on', { OTEL_EXPORTER_OTLP_ENDPOINT: receiver.endpoint })
  await receiver.stop()
  expect(packages['@opentelemetry/sdk-trace']).toBeGreaterThan(0)
  expect(receiver.spans.map(({ name }) => name)).toContain('GET /api/v1/session')
  expect(code).toBe(0)
})

test('[HT88] the statements of a PostgreSQL are traced, too', async () => {
  const [postgres, receiver] = await Promise.all([startPostgres(), startTraceReceiver()])
  const server = await startWholeServer({
    DATABASE_URL: await postgres.createDatabase(),
    OTEL_EXPORTER_OTLP_ENDPOINT: receiver.endpoint,
  })
  await server.browser().post('/api/v1/sign-in-links', { email: 'kai@example.org', language: 'en' })
  await server.stop()
  await Promise.all([postgres.stop(), receiver.stop()])
  server.deleteFolder()
  const names = receiver.spans.map(({ name }) => name)
  expect(names).toEqual(expect.arrayContaining(['INSERT mailbox', 'POST /api/v1/sign-in-links']))
})

/** Runs a server in production, asks it for one session and ends it. Returns what it loaded of OpenTelemetry. */
async function runServer(name: string, settings: Record<string, string>) {
  const dataDir = join(folder, name)
  await prepareDataFolder(dataDir)
  const port = String(await freePort())
  const env = {
    ...PRODUCTION_ENVIRONMENT,
    PATH: process.env['PATH'],
    PORT: port,
    DATA_DIR: dataDir,
    METRICS_TOKEN: 'b7c1e0a94f5d42838e6a1f09',
    ...settings,
  }
  const child = spawn(process.execPath, [...QUICK_START_FLAGS, '--import', PRINT_PACKAGES, MAIN], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let printed = ''
  const ready = Promise.withResolvers<void>()
  child.stdout.setEncoding('utf8').on('data', (part: string) => {
    printed += part
    if (printed.includes('Dacapo is ready')) ready.resolve()
  })
  const closed = once(child, 'close')
  void closed.then(() => ready.reject(new Error(`It ended, having said: ${printed}`)))
  await ready.promise
  expect((await fetch(`http://127.0.0.1:${port}/api/v1/session`)).status).toBe(200)
  child.kill('SIGTERM')
  const [code] = await closed
  const [, files = '', counts = '{}'] = /^of (\d+) files: (.*)$/m.exec(printed) ?? []
  const packages: Record<string, number> = JSON.parse(counts)
  return { code, files: Number(files), packages }
}
