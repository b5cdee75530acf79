import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { json } from 'node:stream/consumers'
import { createGunzip } from 'node:zlib'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { portOnceListening } from '#tests/mail/mail-server.ts'

// Runs `npm run advisories` in a child process with the installed npm, against a local registry.

type Question = Record<string, string[]>

const anAdvisory = (id: string, range: string) => ({
  id: 1,
  url: `https://github.com/advisories/${id}`,
  title: 'planted',
  severity: 'high',
  vulnerable_versions: range,
})
const knownBad = JSON.stringify({ minimist: [anAdvisory('GHSA-vh95-rmgr-6w4m', '<0.2.1')] })
const ourAdvisory = JSON.stringify({ hono: [anAdvisory('GHSA-aaaa-bbbb-cccc', '<99')] })
/** The command first asks about a version with a known advisory, to prove that the registry has any data. */
const registryWith = (answer: string) => (question: Question) => ('minimist' in question ? knownBad : answer)

test.each([
  ['that knows nothing against ours', registryWith('{}'), 0, '', 2],
  ['that knows something', registryWith(ourAdvisory), 1, 'GHSA-aaaa-bbbb-cccc high: hono <99: planted', 2],
  ['that knows nothing of anything, as mirrors do', () => '{}', 69, 'NOT LOOKED UP: ', 1],
  ['that answers with a page', () => '<!doctype html><title>proxy</title>', 69, 'NOT LOOKED UP: ', 1],
  ['that fails in the second answer', registryWith('oh'), 69, 'NOT LOOKED UP: ', 2],
])(
  'a registry %s is asked about every version and reported as it is',
  async (_, answer, code, words, asked) => {
    const { questions, ...found } = await runAgainstRegistry(answer)
    expect(found).toEqual({ code, printed: expect.stringContaining(words) })
    const all = { hono: [expect.any(String)], vitest: [expect.any(String)] }
    expect(questions).toMatchObject([{ minimist: ['0.0.8'] }, all].slice(0, asked))
  },
)

async function runAgainstRegistry(answer: (question: Question) => string) {
  const questions: Question[] = []
  const server = createServer((request, response) => {
    if (request.url !== '/-/npm/v1/security/advisories/bulk') return response.writeHead(404).end()
    const isPacked = request.headers['content-encoding'] === 'gzip'
    return void json(isPacked ? request.pipe(createGunzip()) : request).then(asked => {
      const question = asked as Question
      questions.push(question)
      response.writeHead(200, { 'content-type': 'application/json' }).end(answer(question))
    })
  })
  const port = await portOnceListening(server.listen(0, '127.0.0.1'))
  const cache = mkdtempSync(join(tmpdir(), 'dacapo-advisories-test-'))
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
  const found = await run
  server.closeAllConnections()
  server.close()
  rmSync(cache, { recursive: true, force: true })
  return { ...found, questions }
}
