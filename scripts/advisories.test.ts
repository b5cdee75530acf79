import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import { portOnceListening } from '#tests/mail/mail-server.ts'

// npm run advisories as a process of its own, with the machine's npm, in front of a registry of ours.

type Question = Record<string, string[]>
const cache = mkdtempSync(join(tmpdir(), 'dacapo-advisories-test-'))
afterAll(() => rmSync(cache, { recursive: true, force: true }))

const anAdvisory = (id: string, range: string) => ({
  id: 1,
  url: `https://github.com/advisories/${id}`,
  title: 'planted',
  severity: 'high',
  vulnerable_versions: range,
})
const known = JSON.stringify({ minimist: [anAdvisory('GHSA-vh95-rmgr-6w4m', '<0.2.1')] })
const good = (question: Question) => ('minimist' in question ? known : '{}')

test('every pinned version is asked about, and nothing known ends with 0', async () => {
  const { code, questions } = await lookUp(good)
  expect(code).toBe(0)
  expect(questions[0]).toEqual({ minimist: ['0.0.8'] })
  expect(questions[1]).toMatchObject({ hono: [expect.any(String)], vitest: [expect.any(String)] })
})

test('what is known is printed with its number, package and range, and ends with 1', async () => {
  const against = JSON.stringify({ hono: [anAdvisory('GHSA-aaaa-bbbb-cccc', '<99')] })
  const { code, printed } = await lookUp(question => ('minimist' in question ? known : against))
  expect(printed).toContain('GHSA-aaaa-bbbb-cccc high: hono <99: planted')
  expect(code).toBe(1)
})

test.each([
  ['that knows nothing of anything, as mirrors do', () => '{}'],
  ['that answers with a page', () => '<!doctype html><title>proxy</title>'],
  ['that fails in the second answer', (question: Question) => ('minimist' in question ? known : 'oh')],
])('a registry %s is said to have told nothing, and ends with 69', async (_, answer) => {
  expect(await lookUp(answer)).toMatchObject({
    code: 69,
    printed: expect.stringMatching(/^NOT LOOKED UP: ./),
  })
})

/** Runs the command in front of a registry that answers questions about versions like this. */
async function lookUp(answer: (question: Question) => string) {
  const questions: Question[] = []
  const server = createServer((request, response) => {
    void questionIn(request).then(question => {
      if (question === null) return response.writeHead(404).end()
      questions.push(question)
      response.writeHead(200, { 'content-type': 'application/json' }).end(answer(question))
    })
  })
  const port = await portOnceListening(server.listen(0, '127.0.0.1'))
  const env = {
    ...process.env,
    npm_config_registry: `http://127.0.0.1:${port}`,
    npm_config_cache: cache,
    npm_config_fetch_retry_mintimeout: '1',
    no_proxy: '127.0.0.1',
  }
  const run = new Promise<{ code: unknown; printed: string }>(done => {
    const script = join(import.meta.dirname, 'advisories.ts')
    execFile(process.execPath, [script], { env }, (error, printed) =>
      done({ code: error?.code ?? 0, printed }),
    )
  })
  try {
    return { ...(await run), questions }
  } finally {
    server.closeAllConnections()
    server.close()
  }
}

/** Which versions a request of npm asks about; null when it asks for something else. */
async function questionIn(request: IncomingMessage): Promise<Question | null> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  if (request.url !== '/-/npm/v1/security/advisories/bulk') return null
  const body = Buffer.concat(parts)
  const isPacked = request.headers['content-encoding'] === 'gzip'
  return JSON.parse((isPacked ? gunzipSync(body) : body).toString('utf8')) as Question
}
