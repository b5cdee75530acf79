import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import { portOnceListening } from '#tests/mail/mail-server.ts'
import { repetitions } from '#tests/repository/tries.ts'
import { root } from '../set-up/paths.mjs'
import { readPinnedVersions } from './pinned-versions.ts'

// npm run advisories as a process of its own, with the machine's npm, in front of a registry of ours.

type Asked = Record<string, string[]>
type Answer = (asked: Asked) => { status?: number; body: string }

const SCRIPT = resolve(import.meta.dirname, '../advisories.ts')
const OURS = readPinnedVersions(root)
const KNOWN_TO_BE_BAD = { minimist: [anAdvisory('GHSA-vh95-rmgr-6w4m', '<0.2.1')] }
const folder = mkdtempSync(join(tmpdir(), 'dacapo-advisories-test-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const good: Answer = asked => ({ body: JSON.stringify('minimist' in asked ? KNOWN_TO_BE_BAD : {}) })
const against: Answer = asked => ({
  body: JSON.stringify(
    'minimist' in asked ? KNOWN_TO_BE_BAD : { hono: [anAdvisory('GHSA-aaaa-bbbb-cccc', '<99')] },
  ),
})
const argued = { id: 'GHSA-aaaa-bbbb-cccc', package: 'hono', version: versionOf('hono') }
const because = 'only apps that serve JSX are concerned, and this one serves none'

test('[TL42] every pinned version is asked about, and where nothing is known it says how many', async () => {
  const { code, said, asked } = await advisories(good)
  const [trial, about] = asked
  expect(trial).toEqual({ minimist: ['0.0.8'] })
  const pinned: Asked = {}
  for (const { name, version } of OURS.values()) (pinned[name] ??= []).push(version)
  const sorted = (all: Asked = {}) =>
    Object.fromEntries(Object.entries(all).map(([name, versions]) => [name, [...new Set(versions)].sort()]))
  expect(sorted(about)).toEqual(sorted(pinned))
  expect(OURS.size).toBeGreaterThan(200)
  expect(said).toContain(`${OURS.size} pinned versions looked up: 0 advisories, 0 of them open`)
  expect(code).toBe(0)
})

test('[TL42] what is known is printed with package, version, range and number, and ends with 1', async () => {
  const { code, said } = await advisories(against)
  expect(said).toContain(`hono ${versionOf('hono')}`)
  expect(said).toContain('GHSA-aaaa-bbbb-cccc high, affects <99: planted')
  expect(said).toContain('1 advisories, 1 of them open')
  expect(code).toBe(1)
})

test('[TL42] an argued advisory is printed with its reason, and a reason there must be', async () => {
  const taken = await advisories(against, [{ ...argued, because }])
  expect(taken).toMatchObject({ code: 0, said: expect.stringContaining(`because ${because}`) })
  const { code, errors } = await run('http://127.0.0.1:1', [{ ...argued, because: 'not affected' }])
  expect(code).toBe(1)
  expect(errors).toContain('because')
})

const USELESS: [string, Answer][] = [
  // As mirrors do: to "nothing is known" it looks exactly alike.
  ['that knows nothing of anything', () => ({ body: '{}' })],
  [
    'that fails in the second answer',
    asked => ('minimist' in asked ? good(asked) : { status: 503, body: '' }),
  ],
  ['that has no such endpoint', () => ({ status: 404, body: 'not found' })],
  ['that takes no questions', () => ({ status: 405, body: '' })],
  ['that answers with a page', () => ({ body: '<!doctype html><title>proxy</title>' })],
  ['that answers with something else', () => ({ body: '"fine"' })],
]

test.each(USELESS.slice(0, repetitions(2, USELESS.length)))(
  '[TL42] a registry %s is said to have told nothing, and ends with 69',
  async (_, answer) => {
    expect(await advisories(answer)).toMatchObject(NOT_LOOKED_UP)
  },
)

test('[TL42] without a connection nothing is said to be good, and it ends with 69', async () => {
  expect(await run('http://127.0.0.1:1')).toMatchObject(NOT_LOOKED_UP)
})

const NOT_LOOKED_UP = {
  code: 69,
  said: '',
  errors: expect.stringMatching(/^NOT LOOKED UP: .[^]*neither good nor bad/),
}

/** Runs the script in front of a registry that answers questions about versions like this. */
async function advisories(answer: Answer, exceptions: object[] = []) {
  const asked: Asked[] = []
  const server = createServer((request, response) => {
    void questionIn(request).then(question => {
      if (question === null) return response.writeHead(404).end()
      asked.push(question)
      const { status = 200, body } = answer(question)
      response.writeHead(status, { 'content-type': 'application/json' }).end(body)
    })
  })
  const port = await portOnceListening(server.listen(0, '127.0.0.1'))
  try {
    return { ...(await run(`http://127.0.0.1:${port}`, exceptions)), asked }
  } finally {
    server.closeAllConnections()
    server.close()
  }
}

/** Which versions a request of npm asks about; null when it asks for something else. */
async function questionIn(request: IncomingMessage): Promise<Asked | null> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  if (request.url !== '/-/npm/v1/security/advisories/bulk') return null
  const body = Buffer.concat(parts)
  const isPacked = request.headers['content-encoding'] === 'gzip'
  return JSON.parse((isPacked ? gunzipSync(body) : body).toString('utf8')) as Asked
}

function run(registry: string, exceptions: object[] = []) {
  const list = join(folder, 'exceptions.json')
  writeFileSync(list, JSON.stringify(exceptions))
  const env = {
    ...process.env,
    npm_config_registry: registry,
    npm_config_cache: join(folder, 'cache'),
    npm_config_fetch_retry_mintimeout: '1',
    no_proxy: '127.0.0.1',
  }
  return new Promise<{ code: unknown; said: string; errors: string }>(done => {
    execFile(process.execPath, [SCRIPT, root, list], { env }, (error, said, errors) => {
      done({ code: error?.code ?? 0, said, errors })
    })
  })
}

/** As the endpoint tells it. */
function anAdvisory(id: string, range: string) {
  return {
    id: 1,
    url: `https://github.com/advisories/${id}`,
    title: 'planted',
    severity: 'high',
    vulnerable_versions: range,
    cwe: ['CWE-1321'],
    cvss: { score: 7, vectorString: null },
  }
}

function versionOf(name: string): string {
  return OURS.get(`node_modules/${name}`)?.version ?? 'none'
}
