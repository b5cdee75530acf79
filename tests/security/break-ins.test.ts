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
import { aBrowser, aServer, readProblem } from '#tests/server/whole-server.ts'
import type { TestBrowser } from '#tests/server/whole-server.ts'

// Every endpoint is one of /openapi.json, so a new one is tried by itself, and fails here until it has a sample body.

const HOUR = 3_600_000
const SESSION_COOKIE = 'dacapo.session_token'
/** What was not refused so far. */
const faults: string[] = []

const server = await aServer()
const endpoints = await endpointsOf(server)
const victim = await aVictim(server)
const before = await victim.everything()
afterAll(() => server.close())

function note(isRefusal: boolean, what: string) {
  if (!isRefusal) faults.push(what)
}
/** Fails for each attempt of a test that was not refused, and where anything of the victim has changed. */
async function expectNoBreakIn() {
  expect(faults.splice(0)).toEqual([])
  expect(await victim.everything()).toEqual(before)
}

test('[HT2] what would change something is refused without our origin, with null and with any other', async () => {
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
      note(await isRefused(answer, 403), `${named} at ${endpointName(endpoint)}: ${answer.status}`)
    }
    note(await isRefused(await withoutOrigin(endpoint), 403), `no origin at ${endpointName(endpoint)}`)
  }
  expect(unsafe.length).toBeGreaterThan(10)
  await expectNoBreakIn()
})

test('[ID8][SI7][BI1][DA7] without a session, with every cookie that is none, and for another user than the page’s, whoever must be signed in is refused', async () => {
  const gone = await anIntruder(server)
  const ended = decodeURIComponent(gone.cookies.get(SESSION_COOKIE) ?? '')
  await gone.post('/api/v1/sign-out')
  const whole = decodeURIComponent(victim.browser.cookies.get(SESSION_COOKIE) ?? '')
  const [token = '', signature = ''] = whole.split('.')
  const cookies = [
    null,
    ended,
    token,
    `${token}.`,
    `.${signature}`,
    `${token}.${signature.slice(0, -4)}AAA=`,
    `${token.toUpperCase()}.${signature}`,
    `${victim.ids.session}.${signature}`,
    `${victim.userId}.${signature}`,
    "' or 1=1 --",
    whole.slice(1),
  ]
  const needing = endpoints.filter(endpoint => endpoint.needsSession)
  for (const endpoint of needing)
    for (const cookie of cookies) {
      const thief = aBrowser(server)
      if (cookie !== null) thief.cookies.set(SESSION_COOKIE, encodeURIComponent(cookie))
      server.pass(HOUR)
      const answer = await sendToEndpoint(thief, endpoint, { id: victim.ids.session })
      note(await isRefused(answer, 401), `${cookie} at ${endpointName(endpoint)}: ${answer.status}`)
    }
  const intruder = await anIntruder(server)
  for (const endpoint of needing) {
    // A live stream, which tells no more than a number, names no user: an EventSource has no headers.
    if (endpoint.path === '/api/v1/live') continue
    const meant = { id: victim.ids.session, headers: { 'x-dacapo-user': victim.userId } }
    const refused = await readProblem(sendToEndpoint(intruder, endpoint, meant))
    expect([endpointName(endpoint), ...refused]).toEqual([endpointName(endpoint), 401, 'signed-out'])
  }
  expect(needing.length).toBeGreaterThanOrEqual(6)
  await expectNoBreakIn()
})

/** A provider is named, and whose it is says the session: neither a user nor an account can stand in its place. */
async function triesTheirSignIns(browser: TestBrowser, endpoint: Endpoint) {
  for (const id of [victim.userId, victim.email, victim.ids.session, `google/${victim.userId}`, 'email']) {
    const answer = await sendToEndpoint(browser, endpoint, { id })
    note(await isRefused(answer, 404), `sign-in ${id}: ${answer.status}`)
  }
}

/** What one tries with the ids of somebody else, for every endpoint that takes one. */
const WITH_THEIR_IDS: Readonly<Record<string, (browser: TestBrowser, endpoint: Endpoint) => Promise<void>>> =
  {
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
        note(answer.results[index]?.code === 'not-found', kind)
      // These make things of the intruder's own that happen to be called alike.
      for (const own of [
        createPiece({ pieceId: piece, name: 'Twin' }),
        createPiece({ partIds: [parts[1]] }),
      ]) {
        const made = await browser.post('/api/v1/sync', syncRound([own]))
        note(await revealsNothing(made), 'a piece of one’s own with an id of theirs')
      }
      const named = await browser.post('/api/v1/sync', { ...syncRound([]), userId: victim.userId })
      note(await isRefused(named, 400), 'another user’s id in a round')
    },
    'post /api/v1/feedback': async browser => {
      const letter = { id: victim.ids.letter, text: 'Not theirs', language: 'en', screen: '/practice' }
      note(await revealsNothing(await browser.post('/api/v1/feedback', letter)), 'a letter')
    },
    'post /api/v1/sign-ins/{provider}': triesTheirSignIns,
    'delete /api/v1/sign-ins/{provider}': triesTheirSignIns,
    'delete /api/v1/sessions/{id}': async (browser, endpoint) => {
      const { session } = victim.ids
      for (const id of [session, victim.userId, session.toUpperCase(), '*', '%', `${session}/..`]) {
        const answer = await sendToEndpoint(browser, endpoint, { id })
        note(await isRefused(answer, 404), `session ${id}: ${answer.status}`)
      }
    },
  }

test('[LS5] with the ids of somebody else one reaches nothing of theirs, at every endpoint that takes one', async () => {
  const taking = endpoints.filter(acceptsId)
  expect(new Set(taking.map(endpointName))).toEqual(new Set(Object.keys(WITH_THEIR_IDS)))
  for (const endpoint of taking)
    await WITH_THEIR_IDS[endpointName(endpoint)]?.(await anIntruder(server), endpoint)
  await expectNoBreakIn()
})

test('[LS5] whose things are told is decided by the session alone, whatever else names a user', async () => {
  const { userId, email, ids } = victim
  expect(endpoints.length).toBeGreaterThan(20)
  const reader = await anIntruder(server)
  for (const endpoint of endpoints) {
    // An answer without an end; whom it listens for is told by the session as well (LS13).
    if (endpoint.path === '/api/v1/live') continue
    const asTheirs: Parameters<typeof sendToEndpoint>[2][] = [
      { query: `?userId=${userId}&user=${userId}&id=${userId}&email=${email}&session=${ids.session}` },
      { headers: { 'x-dacapo-user': userId } },
      { headers: { 'x-user': userId, 'x-forwarded-user': userId, authorization: `Bearer ${ids.session}` } },
      ...(endpoint.body === null ? [] : [{ body: { ...sampleBodyFor(endpoint), userId, user_id: userId } }]),
    ]
    for (const more of asTheirs) {
      // Some of these end a session or an account: the intruder's own.
      const intruder = isUnsafe(endpoint) ? await anIntruder(server) : reader
      const answer = await sendToEndpoint(intruder, endpoint, more)
      const what = `${endpointName(endpoint)} with ${JSON.stringify(more)}: ${answer.status}`
      note(await revealsNothing(answer), what)
    }
  }
  await expectNoBreakIn()
}, 120_000)

/** A request with the victim's cookies and no Origin, which no browser sends. */
async function withoutOrigin(endpoint: Endpoint): Promise<Response> {
  const cookie = [...victim.browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const path = endpoint.path.replace(/\{\w+\}/, victim.ids.session)
  return server.app.request(path, {
    method: endpoint.method.toUpperCase(),
    headers: { cookie, 'content-type': 'application/json' },
    body: JSON.stringify(sampleBodyFor(endpoint) ?? {}),
  })
}
