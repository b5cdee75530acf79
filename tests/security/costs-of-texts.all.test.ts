import { afterAll, expect, test } from 'vitest'
import { sendToEndpoint, endpointsOf, endpointName, sampleBodyFor } from './break-ins-endpoints.ts'
import type { Endpoint } from './break-ins-endpoints.ts'
import {
  addPart,
  addPracticeEntry,
  createPiece,
  patchPart,
  patchPiece,
  randomPartId,
  randomPieceId,
  syncRound,
} from '#tests/library/library-changes.ts'
import { aServer, createSignedInBrowser, type TestBrowser } from '#tests/server/whole-server.ts'

const LARGEST_BODY_BYTES = 256 * 1024
const MAX_EXTRA_MILLISECONDS = 50
/** The fastest try counts: the others may include garbage collection or compilation. */
const TRIES = 5

const server = await aServer()
const endpoints = (await endpointsOf(server)).filter(({ body }) => body !== null)
afterAll(() => server.close())

const repeatToBytes = (text: string, bytes: number) => text.repeat(Math.floor(bytes / jsonBytes(text)))
const jsonBytes = (value: unknown) => Buffer.byteLength(JSON.stringify(value)) - 2

type Field = { name: string; value: unknown; bodyWith: (value: unknown) => unknown }

function fieldsOf(value: unknown, name = '', bodyWith: Field['bodyWith'] = own => own): Field[] {
  if (typeof value !== 'object' || value === null) return [{ name, value, bodyWith }]
  const inner = Object.entries(value).flatMap(([key, part]) =>
    fieldsOf(part, `${name}.${key}`, own => {
      const copy = structuredClone(value)
      Object.assign(copy, { [key]: own })
      return bodyWith(copy)
    }),
  )
  return Array.isArray(value) ? [{ name, value, bodyWith }, ...inner] : inner
}

function bodyFor(endpoint: Endpoint): unknown {
  if (endpoint.path !== '/api/v1/sync') return sampleBodyFor(endpoint)
  const [piece, part] = [randomPieceId(), randomPartId()]
  const edits = [patchPiece(piece, { name: 'Gigue' }), addPart(piece), patchPart(part, { name: 'Coda' })]
  return syncRound([createPiece({ pieceId: piece }), ...edits, addPracticeEntry(piece, part)])
}

const EXPENSIVE_TEXTS: Readonly<Record<string, (bytes: number) => string>> = {
  'combining marks out of order': bytes =>
    repeatToBytes('\u0315', bytes / 2) + repeatToBytes('\u0334', bytes / 2),
  blanks: bytes => ` ${repeatToBytes(' ', bytes - 4)} x`,
  'control characters': bytes => repeatToBytes('\u007F', bytes),
  'dashes and digits': bytes => repeatToBytes('- 1', bytes),
  'letters that grow': bytes => repeatToBytes('İ', bytes),
}

const WRONG_LISTS: Readonly<Record<string, (bytes: number) => unknown[]>> = {
  numbers: bytes => Array(Math.floor(bytes / 2)).fill(1),
  'empty objects': bytes => Array.from({ length: Math.floor(bytes / 3) }, () => ({})),
}

test('[HT44] no text and no list in any field of any endpoint costs 50 ms more than a short one', async () => {
  const tooSlow: string[] = []
  let tried = 0
  for (const endpoint of endpoints) {
    const browser = await createSignedInBrowser(server, `kai${tried}@example.org`)
    for (const { name, value, bodyWith } of fieldsOf(bodyFor(endpoint))) {
      if (typeof value !== 'string' && !Array.isArray(value)) continue
      server.pass(3_600_000) // resets the hourly rate limits
      const room = LARGEST_BODY_BYTES - jsonBytes(bodyWith('')) - 8
      const isText = typeof value === 'string'
      const short = await minCpuMilliseconds(() => bodyWith(isText ? 'x' : [1]), browser, endpoint)
      for (const [what, make] of Object.entries(isText ? EXPENSIVE_TEXTS : WRONG_LISTS)) {
        const body = bodyWith(make(room))
        if (jsonBytes(body) + 2 > LARGEST_BODY_BYTES) throw new Error(`${what} is too large for ${name}`)
        const most = short + MAX_EXTRA_MILLISECONDS
        const milliseconds = await minCpuMilliseconds(() => body, browser, endpoint, most)
        tried += 1
        if (milliseconds > most)
          tooSlow.push(`${endpointName(endpoint)} ${name}, ${what}: ${Math.round(milliseconds)} ms`)
      }
    }
  }
  expect(tooSlow).toEqual([])
  expect(tried).toBeGreaterThan(150)
}, 300_000)

test('[HT44] a body full of names costs less than 50 ms', async () => {
  // The longest name that is normalized before it is checked.
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
  expect(await minCpuMilliseconds(() => round, browser, endpoint)).toBeLessThan(50)
})

/** CPU time of this thread, the least of some tries; stops at the first that is not above `enough`. */
async function minCpuMilliseconds(
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
