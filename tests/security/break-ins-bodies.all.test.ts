import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  sendToEndpoint,
  createAttemptCounter,
  endpointsOf,
  isUnsafe,
  endpointName,
  sampleBodyFor,
  WEBHOOK_PATH,
} from './break-ins-endpoints.ts'
import type { Endpoint } from './break-ins-endpoints.ts'
import { anIntruder, aVictim, isRefused, revealsNothing } from './break-ins-victim.ts'
import type { Victim } from './break-ins-victim.ts'
import { storeSubscription } from '#tests/sync/library-server.ts'
import { aServer, findSession } from '#tests/server/whole-server.ts'
import type { TestBrowser, TestServer } from '#tests/server/whole-server.ts'

// What is sent to every endpoint to make it do something else than it is for. Every attempt is counted.

const HOUR = 3_600_000
const attempts = createAttemptCounter()
let server: TestServer
let endpoints: Endpoint[]
let victim: Victim
let before: string[]

beforeAll(async () => {
  server = await aServer()
  // An answer without an end takes neither body nor id.
  endpoints = (await endpointsOf(server)).filter(({ path }) => path !== '/api/v1/live')
  victim = await aVictim(server)
  before = await victim.everything()
})
afterAll(async () => {
  process.stdout.write(attempts.report())
  await server.close()
})

/** Signed out, signed in too long ago, or too often there: what is tried must get further than that. */
const MEANS_ANOTHER = new Set([401, 403, 429])

const POISON: readonly unknown[] = [
  `' or 1=1 --`,
  `"; drop table "user"; --`,
  `1; select pg_sleep(9)`,
  `x' union select token from session --`,
  'a\u0000b',
  '\uD800',
  '../../../../etc/passwd',
  '<script>alert(1)</script>\r\nBcc: kai@example.org',
  { $ne: null },
  { toString: 'x', length: 1e9 },
  [['x']],
  1e308,
  -0.5,
  null,
  true,
]

test('[LS19] SQL, paths, markup and wrong types in the place of ids and fields do nothing', async () => {
  const kind = 'SQL, paths, markup and wrong types in ids and fields'
  for (const endpoint of endpoints) {
    let intruder = await aPayingIntruder()
    for (const poison of POISON) {
      const text = (typeof poison === 'string' ? poison : JSON.stringify(poison)).toWellFormed()
      for (const body of poisonedWith(endpoint, poison)) {
        const query = `?id=${encodeURIComponent(text)}`
        const sent = { id: text, query, ...(body !== null && { body }) }
        let answer = await sendToEndpoint(intruder, endpoint, sent)
        if (MEANS_ANOTHER.has(answer.status)) {
          server.pass(HOUR)
          intruder = await aPayingIntruder()
          answer = await sendToEndpoint(intruder, endpoint, sent)
        }
        const what = `${text} at ${endpointName(endpoint)}: ${answer.status} for ${body}`
        attempts.note(kind, await revealsNothing(answer), what)
      }
    }
  }
  expect(attempts.faults()).toEqual([])
  expect(attempts.of(kind)).toBeGreaterThan(300)
  expect(await victim.everything()).toEqual(before)
})

test('[HT2] keys that would change every object, and bodies too deep, broken or of another type, are refused', async () => {
  const deep = '['.repeat(100_000) + ']'.repeat(100_000)
  const broken = [
    deep,
    `{"changes":${deep},"events":${deep},"text":${deep}}`,
    '{',
    '',
    'null',
    '[]',
    '"x"',
    '1e999',
  ]
  const types = [
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/json-patch+json',
    'text/json',
    'application/jsonx',
  ]
  for (const endpoint of endpoints.filter(isUnsafe)) {
    if (endpoint.path === WEBHOOK_PATH || endpoint.body === null) continue
    const intruder = await anIntruder(server)
    const at = endpointName(endpoint)
    const rest = JSON.stringify(sampleBodyFor(endpoint)).slice(1)
    for (const key of ['"__proto__":{"polluted":true}', '"constructor":{"prototype":{"polluted":true}}']) {
      const answer = await sendToEndpoint(intruder, endpoint, {
        body: `{${key}${rest === '}' ? '' : ','}${rest}`,
      })
      const isClean = (await revealsNothing(answer)) && Reflect.get({}, 'polluted') === undefined
      attempts.note('keys that would change every object', isClean, `${key} at ${at}: ${answer.status}`)
    }
    for (const body of broken) {
      const answer = await sendToEndpoint(intruder, endpoint, { body })
      const what = `${body.slice(0, 12)} at ${at}: ${answer.status}`
      attempts.note(
        'bodies that are too deep, broken or no object',
        await isRefused(answer, 400, 415, 422),
        what,
      )
    }
    for (const type of types) {
      const typed = await sendToEndpoint(intruder, endpoint, { headers: { 'content-type': type } })
      attempts.note('bodies of a type that a form can send', await isRefused(typed, 415), `${type} at ${at}`)
    }
  }
  expect(attempts.faults()).toEqual([])
  expect(await victim.everything()).toEqual(before)
})

/** Somebody new who may add as many pieces as they like. */
async function aPayingIntruder(): Promise<TestBrowser> {
  const intruder = await anIntruder(server)
  await storeSubscription(server.context.database, (await findSession(intruder)).id)
  return intruder
}

/** Bodies with the poison in the place of each field, and of each field of a change or an event; null for no body. */
function poisonedWith(endpoint: Endpoint, poison: unknown): (string | null)[] {
  const sample = sampleBodyFor(endpoint)
  if (sample === undefined || Object.keys(sample).length === 0) return [null]
  const bodies = Object.keys(sample).map(field => ({ ...sample, [field]: poison }))
  for (const list of ['changes', 'events']) {
    const [item] = Array.isArray(sample[list]) ? sample[list] : []
    if (!isObject(item)) continue
    for (const field of Object.keys(item)) bodies.push({ ...sample, [list]: [{ ...item, [field]: poison }] })
    const { args } = item
    if (!isObject(args)) continue
    for (const field of Object.keys(args))
      bodies.push({ ...sample, [list]: [{ ...item, args: { ...args, [field]: poison } }] })
  }
  return bodies.map(body => JSON.stringify(body))
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null
