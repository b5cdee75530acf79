import { afterAll, beforeAll, expect, test } from 'vitest'
import { sendToEndpoint, endpointsOf, endpointName } from './break-ins-endpoints.ts'
import type { Endpoint } from './break-ins-endpoints.ts'
import { minimalBodyFor, listBodyFields } from './described-body.ts'
import type { BodyField } from './described-body.ts'
import { createPiece, randomPartId, syncRound } from '#tests/library/library-changes.ts'
import { aServer, createSignedInBrowser } from '#tests/server/whole-server.ts'
import type { TestBrowser, TestServer } from '#tests/server/whole-server.ts'

// What a text or a list may cost that is as large as a body may be.

const LARGEST_BODY_BYTES = 256 * 1024
const MOST_MILLISECONDS_MORE = 50
/** The garbage collector and the compiler cost time, too; the least of some tries is that of the server. */
const TRIES = 5

let server: TestServer
let endpoints: Endpoint[]

beforeAll(async () => {
  server = await aServer()
  endpoints = (await endpointsOf(server)).filter(({ body }) => body !== null)
})
afterAll(() => server.close())

const times = (text: string, bytes: number) => text.repeat(Math.floor(bytes / jsonBytes(text)))
const jsonBytes = (value: unknown) => Buffer.byteLength(JSON.stringify(value)) - 2

/** Texts that are dear to normalize, to search and to replace in, each so many bytes as JSON. */
const TEXTS: Readonly<Record<string, (bytes: number) => string>> = {
  'signs to be reordered': bytes => times('\u0315', bytes / 2) + times('\u0334', bytes / 2),
  blanks: bytes => ` ${times(' ', bytes - 4)} x`,
  'control characters': bytes => times('\u007F', bytes),
  'dashes and digits': bytes => times('- 1', bytes),
  'letters that grow': bytes => times('İ', bytes),
}

/** Lists of many small wrong entries. */
const LISTS: Readonly<Record<string, (bytes: number) => unknown[]>> = {
  numbers: bytes => Array(Math.floor(bytes / 2)).fill(1),
  'empty objects': bytes => Array.from({ length: Math.floor(bytes / 3) }, () => ({})),
}

test('[HT44] no text and no list in any field of any endpoint costs 50 ms more than a short one', async () => {
  const dear: string[] = []
  let tried = 0
  for (const endpoint of endpoints) {
    const browser = await createSignedInBrowser(server, `kai${tried}@example.org`)
    for (const { name, kind, bodyWith } of distinct(listBodyFields(endpoint.body))) {
      server.pass(3_600_000) // so that no limit of an hour is in the way
      const room = LARGEST_BODY_BYTES - jsonBytes(bodyWith('')) - 8
      const short = await leastMilliseconds(() => bodyWith(kind === 'text' ? 'x' : [1]), browser, endpoint)
      const worst = kind === 'text' ? TEXTS : LISTS
      for (const [what, make] of Object.entries(worst)) {
        const body = bodyWith(make(room))
        if (jsonBytes(body) + 2 > LARGEST_BODY_BYTES) throw new Error(`${what} is too large for ${name}`)
        const most = short + MOST_MILLISECONDS_MORE
        const milliseconds = await leastMilliseconds(() => body, browser, endpoint, most)
        tried += 1
        if (milliseconds > most)
          dear.push(`${endpointName(endpoint)} ${name}, ${what}: ${Math.round(milliseconds)} ms`)
      }
    }
  }
  expect(dear).toEqual([])
  expect(tried).toBeGreaterThan(150)
}, 300_000)

test('[HT44] as many names as a body holds cost no 50 ms', async () => {
  // As long as a name may be that is composed before it is judged.
  const name = '\u0315'.repeat(50) + '\u0334'.repeat(50)
  const endpoint = endpoints.find(({ path }) => path === '/api/v1/sync')
  if (endpoint === undefined) throw new Error('there is no sync')
  const browser = await createSignedInBrowser(server, 'nadia@example.org')
  const changes = Array.from({ length: 5 }, () => {
    const piece = createPiece()
    const parts = Array.from({ length: 200 }, () => ({ id: randomPartId(), name, currentTempo: 90 }))
    return { ...piece, args: { ...piece.args, parts } }
  })
  const round = syncRound(changes)
  expect(jsonBytes(round)).toBeGreaterThan(0.9 * LARGEST_BODY_BYTES)
  expect(await leastMilliseconds(() => round, browser, endpoint)).toBeLessThan(50)
})

/** Of the fields that every kind of a change and every event has, those of the first kind. */
function distinct(fields: readonly BodyField[]): readonly BodyField[] {
  const seen = new Set<string>()
  return fields.filter(({ name }) => {
    const inEach = name.replace(/\[\]\([\w.]+\)\.(id|kind|name|at)$/, '[].$1')
    if (seen.has(inEach)) return false
    seen.add(inEach)
    return true
  })
}

test('[HT44] every body it is tried with is valid but for that field', async () => {
  const invalid: string[] = []
  const browser = await createSignedInBrowser(server, 'clara@example.org')
  for (const endpoint of endpoints) {
    const isConfirming = endpoint.path.endsWith('/confirm')
    // A token or a code, which the schema cannot say.
    const body = { ...minimalBodyFor(endpoint.body), ...(isConfirming && { token: 'unknown' }) }
    const answer = await sendToEndpoint(browser, endpoint, { body })
    const said = await answer.text()
    if (/"(validation|malformed-\w+|too-large)"/.test(said))
      invalid.push(`${endpointName(endpoint)}: ${said}`)
  }
  expect(invalid).toEqual([])
})

/**
 * What the answer cost this thread, in milliseconds of processor time, so that other processes do not count: the least
 * of some tries; of one try where that is little enough.
 */
async function leastMilliseconds(
  body: () => unknown,
  browser: TestBrowser,
  endpoint: Endpoint,
  enough = 0,
): Promise<number> {
  let least = Infinity
  for (let left = TRIES; left > 0 && least > enough; left -= 1) {
    const text = JSON.stringify(body())
    const before = process.threadCpuUsage()
    const answer = await sendToEndpoint(browser, endpoint, { body: text })
    await answer.text()
    const { user, system } = process.threadCpuUsage(before)
    least = Math.min(least, (user + system) / 1000)
  }
  return least
}
