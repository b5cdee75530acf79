import { afterAll, afterEach, expect, test } from 'vitest'
import { SOCIAL_PROVIDERS } from '#core/protocol/sign-in.ts'
import { STAND_IN_PRICE_IDS } from '#stand-ins/stripe/account.ts'
import { signWebhook } from '#stand-ins/stripe/stripe-stand-in.ts'
import { SIGNING_SECRET, WEBHOOK_URL } from '#tests/billing/billing-shop.ts'
import { createAttemptCounter } from './break-ins-endpoints.ts'
import { completeProviderPages, startProviderSignIn, redirectTarget } from '#tests/identity/social-visit.ts'
import { repetitions } from '#tests/repository/tries.ts'
import {
  aBrowser,
  requestSignInMail,
  aServer,
  createSignedInBrowser,
  type TestBrowser,
  type TestServer,
} from '#tests/server/whole-server.ts'

// The ways in themselves: links, codes, providers, notices of Stripe, and the counters that guard them. All counted.

const LINKS = '/api/v1/sign-in-links'
const CONFIRM = '/api/v1/sign-in-links/confirm'
const EMAIL = 'victim@example.org'
const attempts = createAttemptCounter()
let server: TestServer

afterEach(() => server.close())
afterAll(() => void process.stdout.write(attempts.report()))

test('[ID3] a link that was used, changed by a letter, cut or brought with another address lets nobody in', async () => {
  server = await aServer()
  const { token } = await requestSignInMail(server, aBrowser(server), EMAIL)
  // A token is looked up as a whole: no place in it is like no other.
  const step = repetitions(8, 1)
  const places = Array.from(token, (_, place) => place).filter(place => place % step === 0)
  const changed = places.map(
    place => token.slice(0, place) + (token[place] === 'x' ? 'y' : 'x') + token.slice(place + 1),
  )
  for (const forged of [
    ...changed,
    token.slice(1),
    token.slice(0, -1),
    `${token}a`,
    token.toUpperCase(),
    '',
    '*',
    "' or 1=1 --",
  ])
    await triesToSignIn('a changed or foreign link', { email: EMAIL, token: forged }, `token ${forged}`)
  for (const email of [
    'kai@example.org',
    'victim@example.org.evil.example',
    'victim@example.or',
    `${EMAIL}\u0000`,
  ])
    await triesToSignIn('a changed or foreign link', { email, token }, `address ${email}`)
  expect(attempts.faults()).toEqual([])

  expect((await aBrowser(server).post(CONFIRM, { email: EMAIL, token })).status).toBe(200)
  for (let again = 0; again < 20; again += 1)
    await triesToSignIn('a replayed link', { email: EMAIL, token }, 'again')
  const atOnce = await requestSignInMail(server, aBrowser(server), EMAIL)
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => aBrowser(server).post(CONFIRM, { email: EMAIL, token: atOnce.token })),
  )
  const let_in = answers.filter(({ status }) => status === 200)
  for (const { status } of answers)
    attempts.note('a replayed link', status === 400 || let_in.length === 1, 'at once')
  expect(let_in).toHaveLength(1)
  expect(attempts.faults()).toEqual([])
})

test('[ID5] who guesses codes has five tries at each, however many are sent at once and from wherever', async () => {
  server = await aServer()
  for (let mail = 0; mail < repetitions(1, 4); mail += 1) {
    const browser = aBrowser(server)
    const { code, token } = await requestSignInMail(server, browser, EMAIL)
    // The right one comes sixth: late, but before the many others.
    const wrong = Array.from({ length: 100 }, (_, more) =>
      String((Number(code) + more + 1) % 1_000_000).padStart(6, '0'),
    )
    for (const guess of wrong.slice(0, 5)) attempts.note(...(await guessed(browser, guess)))
    for (const batch of [
      [code, ...wrong.slice(5, 50)],
      [code, ...wrong.slice(50)],
    ])
      for (const outcome of await Promise.all(
        batch.map(guess => guessed(sameBrowserElsewhere(browser), guess)),
      ))
        attempts.note(...outcome)
    expect(attempts.faults()).toEqual([])
    expect((await aBrowser(server).post(CONFIRM, { email: EMAIL, token })).status).toBe(200)
  }
})

test('[ID5][ID2] a code that was used, or is brought by another browser or for another address, lets nobody in', async () => {
  server = await aServer()
  const browser = aBrowser(server)
  const { code } = await requestSignInMail(server, browser, EMAIL)
  const other = aBrowser(server)
  await requestSignInMail(server, other, 'kai@example.org')
  for (const [by, email] of [
    [aBrowser(server), EMAIL],
    [other, EMAIL],
    [other, 'kai@example.org'],
    [browser, 'kai@example.org'],
  ] as const) {
    const { status } = await by.post(CONFIRM, { email, code })
    attempts.note('a replayed or foreign code', status === 400, `${email}: ${status}`)
  }
  const copy = sameBrowserElsewhere(browser)
  expect((await browser.post(CONFIRM, { email: EMAIL, code })).status).toBe(200)
  for (let again = 0; again < 10; again += 1) {
    const { status } = await copy.post(CONFIRM, { email: EMAIL, code })
    attempts.note('a replayed or foreign code', status === 400, `again: ${status}`)
  }
  expect(attempts.faults()).toEqual([])
})

test('[ID18] an answer of a provider with a forged, foreign, missing or used state lets nobody in', async () => {
  server = await aServer()
  const kind = 'a forged, foreign or used state'
  for (const provider of SOCIAL_PROVIDERS) {
    const owner = aBrowser(server)
    const back = new URL(
      await completeProviderPages(await startProviderSignIn(owner, provider), { email: EMAIL }),
      'http://ours',
    )
    const stranger = aBrowser(server)
    const theirs = new URL(await startProviderSignIn(stranger, provider)).searchParams.get('state') ?? ''
    const state = back.searchParams.get('state') ?? ''
    const others = SOCIAL_PROVIDERS.filter(name => name !== provider)
    const forged: [TestBrowser, string][] = [
      [aBrowser(server), `${back.pathname}${back.search}`],
      [stranger, `${back.pathname}${back.search}`],
      // What Facebook answers says not for whom it was asked (0018): there a code must never become known.
      ...(provider === 'facebook'
        ? []
        : [[stranger, withState(back, theirs)] satisfies [TestBrowser, string]]),
      [owner, withState(back, theirs)],
      [owner, withState(back, null)],
      [owner, withState(back, '')],
      [owner, withState(back, `${state}x`)],
      [owner, withState(back, state.slice(1))],
      [owner, withState(back, "' or 1=1 --")],
      ...others.map((name): [TestBrowser, string] => [owner, `/api/auth/callback/${name}${back.search}`]),
    ]
    for (const [browser, path] of forged) await triesState(kind, browser, path)
    // A wrong answer may have used the state up; a sign-in of its own still works, and works once.
    const again = aBrowser(server)
    const own = { email: `${provider}@example.org` }
    const good = await completeProviderPages(await startProviderSignIn(again, provider), own)
    const copy = sameBrowserElsewhere(again)
    expect(redirectTarget(await again.get(good)).searchParams.get('outcome')).toMatch(/created|signed-in/)
    for (let replay = 0; replay < 5; replay += 1) await triesState(kind, copy, good)
  }
  expect(attempts.faults()).toEqual([])
})

test('[BI19] a notice with no, a forged, a foreign or an old signature makes nobody Pro', async () => {
  const host = { protocol: 'http', host: '127.0.0.1', port: 9 } as const
  const keys = { secretKey: 'sk_test_none', webhookSecret: SIGNING_SECRET, prices: STAND_IN_PRICE_IDS }
  server = await aServer({}, { billing: { kind: 'stripe', ...keys, host } })
  const intruder = await createSignedInBrowser(server, 'intruder@example.org')
  const { user } = await (await intruder.get('/api/v1/session')).json()
  const customer = { user_id: user.id, customer_id: 'cus_intruder' }
  const { db } = server.context.database
  await db.insertInto('billing_account').values(customer).execute()
  const body = JSON.stringify({
    id: 'evt_forged',
    object: 'event',
    type: 'customer.subscription.created',
    data: {
      object: { id: 'sub_forged', object: 'subscription', customer: 'cus_intruder', status: 'active' },
    },
  })
  const now = Math.floor(server.context.now() / 1000)
  const good = signWebhook(body, SIGNING_SECRET, now)
  const [time = '', proof = ''] = good.split(',')
  const signatures: Record<string, string | null> = {
    none: null,
    empty: '',
    'another secret': signWebhook(body, 'whsec_guessed', now),
    'no secret': signWebhook(body, '', now),
    'another body': signWebhook(`${body} `, SIGNING_SECRET, now),
    'its time alone': time,
    'its proof alone': proof,
    'an old scheme': good.replace('v1=', 'v0='),
    'its proof cut': good.slice(0, -1),
    'its proof in capitals': `${time},v1=${proof.slice(3).toUpperCase()}`,
    'another time': `t=${now + 1},${proof}`,
    'no time': `t=,${proof}`,
    'a time that is none': `t=NaN,${proof}`,
    'six minutes old': signWebhook(body, SIGNING_SECRET, now - 360),
    'an hour old': signWebhook(body, SIGNING_SECRET, now - 3600),
    'a year old': signWebhook(body, SIGNING_SECRET, now - 31_536_000),
    SQL: "' or 1=1 --",
  }
  for (const [what, signature] of Object.entries(signatures)) {
    const headers = {
      'content-type': 'application/json',
      ...(signature !== null && { 'stripe-signature': signature }),
    }
    const { status } = await server.app.request(WEBHOOK_URL, { method: 'POST', headers, body })
    attempts.note('a forged or old notice of Stripe', status === 400, `${what}: ${status}`)
  }
  expect(attempts.faults()).toEqual([])
  expect((await (await intruder.get('/api/v1/session')).json()).stripeRole).toBeNull()
  // The control: what is signed well is looked into, which fails here only because there is no Stripe to ask.
  const headers = { 'content-type': 'application/json', 'stripe-signature': good }
  expect((await server.app.request(WEBHOOK_URL, { method: 'POST', headers, body })).status).not.toBe(400)
})

test.each([
  ['without a proxy', {}],
  ['behind one', { TRUST_PROXY: '1' }],
])(
  '[HT4][ID11] %s nobody gets a new allowance by naming other addresses, and nobody uses up another’s',
  async (_, proxy) => {
    server = await aServer({ LIMITS: 'mailsPerClient=3', ...proxy })
    let mails = 0
    const isBehind = 'TRUST_PROXY' in proxy
    /** As the proxy passes it on, if there is one: it adds who asked it behind whatever that one claims. */
    const askAs = (real: string, claimed: Record<string, string>) => {
      const claim = claimed['x-forwarded-for']
      const seen = isBehind ? { 'x-forwarded-for': claim === undefined ? real : `${claim}, ${real}` } : {}
      const browser = aBrowser(server, isBehind ? '10.0.0.1' : real)
      return browser.post(
        LINKS,
        { email: `pupil-${(mails += 1)}@example.org`, language: 'en' },
        { ...claimed, ...seen },
      )
    }
    for (let allowed = 0; allowed < 3; allowed += 1) expect((await askAs('203.0.113.7', {})).status).toBe(204)
    for (let spoof = 0; spoof < repetitions(10, 60); spoof += 1) {
      const address = `198.51.100.${spoof}`
      const claims: Record<string, string>[] = [
        { 'x-forwarded-for': address },
        { 'x-forwarded-for': `${address}, 192.0.2.1, ${address}` },
        {
          'x-real-ip': address,
          forwarded: `for=${address}`,
          'cf-connecting-ip': address,
          'true-client-ip': address,
        },
      ]
      for (const claimed of claims) {
        const { status } = await askAs('203.0.113.7', claimed)
        attempts.note(
          'an address of one’s own making',
          status === 429,
          `${JSON.stringify(claimed)}: ${status}`,
        )
      }
    }
    expect(attempts.faults()).toEqual([])
    for (const other of ['203.0.113.8', '203.0.113.9']) expect((await askAs(other, {})).status).toBe(204)
  },
)

async function triesToSignIn(kind: string, body: Record<string, string>, what: string) {
  const browser = aBrowser(server)
  const { status } = await browser.post(CONFIRM, body)
  const { user } = await (await browser.get('/api/v1/session')).json()
  attempts.note(kind, (status === 400 || status === 422) && user === null, `${what}: ${status}`)
}

async function triesState(kind: string, browser: TestBrowser, path: string) {
  const answer = await browser.get(path)
  const { user } = await (await browser.get('/api/v1/session')).json()
  attempts.note(
    kind,
    answer.status !== 500 && user === null,
    `${path}: ${answer.status}, ${JSON.stringify(user)}`,
  )
}

async function guessed(browser: TestBrowser, code: string): Promise<[string, boolean, string]> {
  const { status } = await browser.post(CONFIRM, { email: EMAIL, code })
  return ['a guessed code', status === 400 || status === 429, `${code}: ${status}`]
}

/** The same cookies, sent from another place. */
function sameBrowserElsewhere({ cookies }: TestBrowser): TestBrowser {
  const copy = aBrowser(server)
  for (const [name, value] of cookies) copy.cookies.set(name, value)
  return copy
}

function withState({ pathname, searchParams }: URL, state: string | null): string {
  const query = new URLSearchParams(searchParams)
  if (state === null) query.delete('state')
  else query.set('state', state)
  return `${pathname}?${query.toString()}`
}
