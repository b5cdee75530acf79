import { afterAll, expect, test } from 'vitest'
import {
  acceptsId,
  endpointName,
  endpointsOf,
  isUnsafe,
  sampleBodyFor,
  sendToEndpoint,
  WEBHOOK_PATH,
} from './break-ins-endpoints.ts'
import type { Endpoint } from './break-ins-endpoints.ts'
import { anIntruder, aVictim, isRefused, revealsNothing } from './break-ins-victim.ts'
import {
  addPart,
  addPracticeEntry,
  createPiece,
  deletePart,
  deletePiece,
  patchPart,
  patchPiece,
  retractPractice,
  syncRound,
} from '#tests/library/library-changes.ts'
import { aBrowser, aServer, readProblem, type TestBrowser } from '#tests/server/whole-server.ts'

// The endpoints come from /openapi.json, so a new one is tried too, and fails here until it has a sample body.

const HOUR = 3_600_000
const SESSION_COOKIE = 'dacapo.session_token'
const faults: string[] = []

const server = await aServer()
const endpoints = await endpointsOf(server)
const victim = await aVictim(server)
const before = await victim.snapshot()
afterAll(() => server.close())

function check(isSafe: boolean, what: string) {
  if (!isSafe) faults.push(what)
}
async function expectNoBreakIn() {
  expect(faults.splice(0)).toEqual([])
  expect(await victim.snapshot()).toEqual(before)
}

test('[HT2] a request that would change something is refused without our origin, with null and with any other', async () => {
  const { origin } = server.context.configuration
  const foreign = [
    'null',
    'https://evil.example',
    `${origin}.evil.example`,
    `${origin}1`,
    origin.replace('http:', 'https:'),
    `${origin}/`,
    `http://evil@${new URL(origin).host}`,
    origin.toUpperCase(),
    '*',
    '',
  ]
  const unsafe = endpoints.filter(endpoint => isUnsafe(endpoint) && endpoint.path !== WEBHOOK_PATH)
  for (const endpoint of unsafe) {
    for (const named of foreign) {
      const answer = await sendToEndpoint(victim.browser, endpoint, {
        id: victim.ids.session,
        headers: { origin: named },
      })
      check(await isRefused(answer, 403), `${named} at ${endpointName(endpoint)}: ${answer.status}`)
    }
    check(await isRefused(await sendWithoutOrigin(endpoint), 403), `no origin at ${endpointName(endpoint)}`)
  }
  expect(unsafe.length).toBeGreaterThan(10)
  await expectNoBreakIn()
})

test('[ID8][SI7][BI1][DA7] endpoints for signed-in users refuse a missing session, invalid cookies, and another user than the page’s', async () => {
  const signedOut = await anIntruder(server)
  const endedCookie = decodeURIComponent(signedOut.cookies.get(SESSION_COOKIE) ?? '')
  await signedOut.post('/api/v1/sign-out')
  const victimCookie = decodeURIComponent(victim.browser.cookies.get(SESSION_COOKIE) ?? '')
  const [token = '', signature = ''] = victimCookie.split('.')
  const cookies = [
    null,
    endedCookie,
    token,
    `${token}.`,
    `.${signature}`,
    `${token}.${signature.slice(0, -4)}AAA=`,
    `${token.toUpperCase()}.${signature}`,
    `${victim.ids.session}.${signature}`,
    `${victim.userId}.${signature}`,
    "' or 1=1 --",
    victimCookie.slice(1),
  ]
  const protectedEndpoints = endpoints.filter(endpoint => endpoint.needsSession)
  for (const endpoint of protectedEndpoints)
    for (const cookie of cookies) {
      const thief = aBrowser(server)
      if (cookie !== null) thief.cookies.set(SESSION_COOKIE, encodeURIComponent(cookie))
      server.pass(HOUR)
      const answer = await sendToEndpoint(thief, endpoint, { id: victim.ids.session })
      check(await isRefused(answer, 401), `${cookie} at ${endpointName(endpoint)}: ${answer.status}`)
    }
  const intruder = await anIntruder(server)
  for (const endpoint of protectedEndpoints) {
    // An EventSource cannot send the header, and the live stream tells only a revision.
    if (endpoint.path === '/api/v1/live') continue
    const asVictim = { id: victim.ids.session, headers: { 'x-dacapo-user': victim.userId } }
    const refused = await readProblem(sendToEndpoint(intruder, endpoint, asVictim))
    expect([endpointName(endpoint), ...refused]).toEqual([endpointName(endpoint), 401, 'signed-out'])
  }
  expect(protectedEndpoints.length).toBeGreaterThanOrEqual(6)
  await expectNoBreakIn()
})

async function tryForeignSignIns(browser: TestBrowser, endpoint: Endpoint) {
  for (const id of [victim.userId, victim.email, victim.ids.session, `google/${victim.userId}`, 'email']) {
    const answer = await sendToEndpoint(browser, endpoint, { id })
    check(await isRefused(answer, 404), `sign-in ${id}: ${answer.status}`)
  }
}

type Attempt = (browser: TestBrowser, endpoint: Endpoint) => Promise<void>
const FOREIGN_ID_ATTEMPTS: Readonly<Record<string, Attempt>> = {
  'post /api/v1/sync': async browser => {
    const { piece, parts, practice } = victim.ids
    const changes = [
      patchPiece(piece, { name: 'Stolen' }),
      deletePiece(piece),
      addPart(piece),
      patchPart(parts[0], { tempo: 200 }),
      deletePart(parts[0]),
      addPracticeEntry(piece, parts[0], { tempo: 200 }),
      retractPractice(practice),
    ]
    const answer: { results: { code?: string }[] } = await (
      await browser.post('/api/v1/sync', syncRound(changes))
    ).json()
    for (const [index, { kind }] of changes.entries())
      check(answer.results[index]?.code === 'not-found', kind)
    // These create rows of the intruder's own with the victim's ids.
    for (const own of [createPiece({ pieceId: piece, name: 'Twin' }), createPiece({ partIds: [parts[1]] })]) {
      const made = await browser.post('/api/v1/sync', syncRound([own]))
      check(await revealsNothing(made), 'a piece of one’s own with an id of theirs')
    }
    const named = await browser.post('/api/v1/sync', { ...syncRound([]), userId: victim.userId })
    check(await isRefused(named, 400), 'another user’s id in a round')
  },
  'post /api/v1/feedback': async browser => {
    const feedback = { id: victim.ids.feedback, text: 'Not theirs', language: 'en', screen: '/practice' }
    check(await revealsNothing(await browser.post('/api/v1/feedback', feedback)), 'feedback')
  },
  'post /api/v1/sign-ins/{provider}': tryForeignSignIns,
  'delete /api/v1/sign-ins/{provider}': tryForeignSignIns,
  'delete /api/v1/sessions/{id}': async (browser, endpoint) => {
    const { session } = victim.ids
    for (const id of [session, victim.userId, session.toUpperCase(), '*', '%', `${session}/..`]) {
      const answer = await sendToEndpoint(browser, endpoint, { id })
      check(await isRefused(answer, 404), `session ${id}: ${answer.status}`)
    }
  },
}

test('[LS5] another user’s ids give no access to their data, at every endpoint that takes an id', async () => {
  const withIds = endpoints.filter(acceptsId)
  expect(new Set(withIds.map(endpointName))).toEqual(new Set(Object.keys(FOREIGN_ID_ATTEMPTS)))
  for (const endpoint of withIds)
    await FOREIGN_ID_ATTEMPTS[endpointName(endpoint)]?.(await anIntruder(server), endpoint)
  await expectNoBreakIn()
})

test('[LS5] only the session decides whose data is returned, whatever else names a user', async () => {
  const { userId, email, ids } = victim
  expect(endpoints.length).toBeGreaterThan(20)
  const reader = await anIntruder(server)
  for (const endpoint of endpoints) {
    // The response never ends; LS13 proves that the session decides its user.
    if (endpoint.path === '/api/v1/live') continue
    const differences: Parameters<typeof sendToEndpoint>[2][] = [
      { query: `?userId=${userId}&user=${userId}&id=${userId}&email=${email}&session=${ids.session}` },
      { headers: { 'x-dacapo-user': userId } },
      { headers: { 'x-user': userId, 'x-forwarded-user': userId, authorization: `Bearer ${ids.session}` } },
      ...(endpoint.body === null ? [] : [{ body: { ...sampleBodyFor(endpoint), userId, user_id: userId } }]),
    ]
    for (const more of differences) {
      // Some of these end the intruder's session or delete the account, so each gets a new intruder.
      const intruder = isUnsafe(endpoint) ? await anIntruder(server) : reader
      const answer = await sendToEndpoint(intruder, endpoint, more)
      const what = `${endpointName(endpoint)} with ${JSON.stringify(more)}: ${answer.status}`
      check(await revealsNothing(answer), what)
    }
  }
  await expectNoBreakIn()
}, 120_000)

async function sendWithoutOrigin(endpoint: Endpoint): Promise<Response> {
  const cookie = [...victim.browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const path = endpoint.path.replace(/\{\w+\}/, victim.ids.session)
  return server.app.request(path, {
    method: endpoint.method.toUpperCase(),
    headers: { cookie, 'content-type': 'application/json' },
    body: JSON.stringify(sampleBodyFor(endpoint) ?? {}),
  })
}
