import { randomUUID } from 'node:crypto'
import { sql, type Kysely } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { SOCIAL_PROVIDERS } from '#core/protocol/sign-in.ts'
import type { Tables } from '#server/database/tables.ts'
import { createSmtpMailer } from '#server/mail/mailer.ts'
import { aShop, CHECKOUT_URL, PORTAL_URL, REFRESH_URL, WEBHOOK_URL } from '#tests/billing/billing-shop.ts'
import type { Shop } from '#tests/billing/billing-shop.ts'
import { startPostgresEngine } from '#tests/database/database-on-postgres.ts'
import { listTables } from '#tests/database/rows-of-user.ts'
import { completeProviderPages, startProviderSignIn } from '#tests/identity/social-visit.ts'
import { addPart, createPiece, patchPiece, randomPieceId, syncRound } from '#tests/library/library-changes.ts'
import { aBrowser, requestSignInMail, type TestBrowser } from '#tests/server/whole-server.ts'

// A whole life at a server that logs as much as it can, also without the tables that it needs; then all that it logged
// is searched for what was said in confidence.

const CONFIRM = '/api/v1/sign-in-links/confirm'
const FOR_SIGNING_IN = ['verification', 'session', 'sign_in_code', 'rate_limit'] as const
const FOR_THE_REST = ['feedback', 'event', 'piece'] as const
const CLIENT = '203.0.113.77'

/** What must not be told, and what it is. */
const secrets = new Map([[CLIENT, 'address of the client']])
function keep(what: string, value: string): string {
  secrets.set(value, what)
  return value
}
const piece = keep('name of a piece', 'Geheime Sonate')
const words = keep('feedback', 'The pedal squeaks in G sharp minor')
const name = keep('name', 'Clara Unsichtbar')
const anEmail = (who: string) => keep('e-mail', `${who}.${randomUUID().slice(0, 8)}@example.org`)

const { engine } = startPostgresEngine()
let shop: Shop
beforeAll(async () => {
  const fetchBefore = globalThis.fetch
  vi.stubGlobal('fetch', async (...asked: Parameters<typeof fetch>) => {
    const answer = await fetchBefore(...asked)
    if (new URL(answer.url).pathname === '/token') {
      const told: object = await answer.clone().json()
      for (const [key, value] of Object.entries(told))
        if (key.endsWith('_token')) keep('token of a provider', String(value))
    }
    return answer
  })
  shop = await aShop([await engine.open()])
  const { context } = shop.first
  const away = createSmtpMailer({ url: 'smtp://127.0.0.1:1?insecure', from: 'us@example.org' }, context.log)
  const { mailer } = context
  context.mailer = { send: mail => (mail.to.startsWith('refused') ? away : mailer).send(mail) }
})
afterAll(async () => {
  vi.unstubAllGlobals()
  await shop.close()
})

test('[HT15][ID18] of a whole life nothing confidential is in the log, and no token of a provider anywhere', async () => {
  using printed = vi.spyOn(console, 'error')
  const { db, first } = shop
  const browser = await signInByMail()
  await signInAtProviders()
  await useEverything(browser)
  const tables = await everyRowOf(db)
  for (const table of FOR_SIGNING_IN) {
    await db.schema.alterTable(table).renameTo('away').execute()
    await signInByMail().catch(() => undefined)
    await signInAtProviders().catch(() => undefined)
    await db.schema.alterTable('away').renameTo(table).execute()
  }
  for (const table of FOR_THE_REST) await db.schema.alterTable(table).renameTo(`${table}_away`).execute()
  await useEverything(browser)
  await browser.post('/api/v1/sign-out')

  // What was to go well went well, and what was to fail has been written about.
  const written = first.logged.join('')
  expect(written).toContain('"path":"/api/v1/sync"')
  const missing = [...written.matchAll(/relation \\?"(\w+)\\?" does not exist/g)].map(([, table]) => table)
  expect(new Set(missing)).toEqual(new Set([...FOR_SIGNING_IN, ...FOR_THE_REST]))
  expect(written).toContain('"status":502')
  expect(written).toContain('could not be begun')
  expect(secrets.size).toBeGreaterThan(40)
  expect(leaked(written, [...secrets.values()])).toEqual([])
  expect(written).not.toMatch(
    /sk_(test|live)_|whsec_|v1=[\da-f]{16}|eyJ[\w-]{10,}\.|@example\.org|%40example/,
  )
  expect(printed).not.toHaveBeenCalled()

  expect(tables.match(/^account .*(google|facebook|twitter)/gm)).toHaveLength(3)
  const ofProviders = ['token of a provider', 'code of a provider']
  for (const what of ofProviders)
    expect([...secrets.values()].filter(other => other === what).length).toBeGreaterThanOrEqual(3)
  expect(leaked(tables, ofProviders)).toEqual([])
})

const aVisitor = () => aBrowser(shop.first, CLIENT)

/** The cookies are secrets as they are, without their encoding, and without their signature. */
function remember({ cookies }: TestBrowser) {
  for (const value of cookies.values()) {
    const plain = decodeURIComponent(value)
    for (const part of [value, plain, ...plain.split('.')]) if (part.length > 15) keep('cookie', part)
  }
}

async function askForMail(browser: TestBrowser, email: string): Promise<{ token: string; code: string }> {
  const { token, code } = await requestSignInMail(shop.first, browser, email)
  remember(browser)
  return { token: keep('token of a link', token), code: keep('code', code) }
}

/** Signs in by link and by code, and triggers every failure of both. */
async function signInByMail(): Promise<TestBrowser> {
  const [byLink, byCode] = [anEmail('by.link'), anEmail('by.code')]
  const [browser, other] = [aVisitor(), aVisitor()]
  await aVisitor().post('/api/v1/sign-in-links', { email: anEmail('refused'), language: 'en' })
  await aVisitor().post('/api/v1/sign-in-links', { email: `${byLink} and more`, language: 'en' })
  const { token, code } = await askForMail(browser, byLink)
  for (let guess = 1; guess <= 6; guess += 1)
    await browser.post(CONFIRM, {
      email: byLink,
      code: String((Number(code) + guess) % 1e6).padStart(6, '0'),
    })
  await aVisitor().post(CONFIRM, { email: byLink, code })
  await browser.post(CONFIRM, { email: byCode, token })
  await browser.get(`/confirm?token=${token}&email=${byLink}`)
  expect((await browser.post(CONFIRM, { email: byLink, token })).status).toBe(200)
  await aVisitor().post(CONFIRM, { email: byLink, token })
  const sent = await askForMail(other, byCode)
  expect((await other.post(CONFIRM, { email: byCode, code: sent.code })).status).toBe(200)
  for (const signedIn of [browser, other]) remember(signedIn)
  return browser
}

/** Signs in with each provider, and triggers every failure of each. */
async function signInAtProviders() {
  for (const provider of SOCIAL_PROVIDERS) {
    for (const answer of ['continue', 'cancel', 'fail', 'unverified'] as const) {
      const visitor = aVisitor()
      const start = await startProviderSignIn(visitor, provider)
      keep('state', new URL(start).searchParams.get('state') ?? 'no state')
      const shown = answer === 'unverified' ? ({ address: answer } as const) : { answer }
      const back = await completeProviderPages(start, { email: anEmail(provider), name, ...shown })
      const code = new URL(back, 'http://ours').searchParams.get('code')
      if (code !== null) keep('code of a provider', code)
      await aVisitor().get(back)
      expect((await visitor.get(back)).status).toBe(303)
      await visitor.get(back)
      remember(visitor)
    }
    await aVisitor().get(
      `/api/auth/callback/${provider}?state=forged-state&code=${keep('code', 'forged-code')}`,
    )
  }
}

/** Practices, sends feedback and events, buys, and sends requests that are refused. */
async function useEverything(browser: TestBrowser) {
  const email = anEmail('asked')
  const made = createPiece({ name: piece })
  const edits = [
    addPart(made.args.id, { name: piece }),
    patchPiece(randomPieceId(), { name: piece.repeat(9) }),
  ]
  await browser.post('/api/v1/sync', syncRound([made, ...edits]))
  await browser.post('/api/v1/sync', `{"clientId":"${piece}", and no JSON`)
  await browser.post('/api/v1/sync', { ...syncRound(), epoch: { [piece]: piece } })
  const letter = { text: words, language: 'de', screen: '/practice' }
  await browser.post('/api/v1/feedback', letter)
  await browser.post('/api/v1/feedback', { ...letter, screen: 7, [words]: email })
  await browser.post('/api/v1/events', { events: [{ name: 'add_piece', at: Date.now() }] })
  await browser.post('/api/v1/events', { events: [{ name: email, at: words }] })
  for (const status of [401, 402, 500, 500])
    shop.standIn.failNext({ kind: 'status', status, performed: true })
  for (let tries = 0; tries < 3; tries += 1)
    await browser.post(CHECKOUT_URL, { interval: 'year', language: 'de' })
  const begun = await browser.post(CHECKOUT_URL, { interval: 'year', language: 'de' })
  if (begun.status === 201) {
    const { url, sessionId }: { url: string; sessionId: string } = await begun.json()
    keep('page to pay on', url)
    shop.pay(sessionId)
    await browser.post(REFRESH_URL, {})
    keep('page of the portal', (await (await browser.post(PORTAL_URL, {})).json()).url)
  }
  const forged = { 'stripe-signature': keep('forged signature', `t=${Date.now()},v1=${'ab'.repeat(32)}`) }
  await browser.post(WEBHOOK_URL, { id: 'evt_1', email, data: words }, forged)
  for (const path of ['/nowhere', '/api/v1/nowhere', '/locales', '/api/v1/session', '/api/v1/sessions'])
    for (const more of [`?email=${email}`, `/${email}`, `/${encodeURIComponent(email)}`])
      await browser.get(`${path}${more}`)
}

/** The secrets of some kinds that occur in a text, each with its line. */
const leaked = (text: string, kinds: readonly string[]): string[] =>
  [...secrets].flatMap(([secret, what]) => {
    const literal = secret.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
    const line = new RegExp(`^.*(?<!\\w)${literal}(?!\\w).*$`, 'm').exec(text)?.[0]
    return line === undefined || !kinds.includes(what) ? [] : [`${what}: ${line.slice(0, 400)}`]
  })

/** Every row that is kept as text, one per line. */
async function everyRowOf(db: Kysely<Tables>): Promise<string> {
  const lines: string[] = []
  for (const { table } of await listTables(db)) {
    const { rows } = await sql<{ row: string }>`select t::text as row from ${sql.table(table)} t`.execute(db)
    lines.push(...rows.map(({ row }) => `${table} ${row}`))
  }
  return lines.join('\n')
}
