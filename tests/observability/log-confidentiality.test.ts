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
import { completeProviderPages, startProviderSignIn } from '#tests/identity/provider-sign-in.ts'
import { addPart, createPiece, patchPiece, randomPieceId, syncRound } from '#tests/library/library-changes.ts'
import { aBrowser, requestSignInMail, type TestBrowser } from '#tests/server/whole-server.ts'

// Uses every feature of a server, also while tables are missing, then searches its log for confidential data.

const CONFIRM = '/api/v1/sign-in-links/confirm'
const SIGN_IN_TABLES = ['verification', 'session', 'sign_in_code', 'rate_limit'] as const
const OTHER_TABLES = ['feedback', 'event', 'piece'] as const
const CLIENT = '203.0.113.77'

const secrets = new Map([[CLIENT, 'address of the client']])
function secret(what: string, value: string): string {
  secrets.set(value, what)
  return value
}
const piece = secret('name of a piece', 'Geheime Sonate')
const feedbackText = secret('feedback', 'The pedal squeaks in G sharp minor')
const name = secret('name', 'Clara Unsichtbar')
const anEmail = (who: string) => secret('e-mail', `${who}.${randomUUID().slice(0, 8)}@example.org`)

const { engine } = startPostgresEngine()
let shop: Shop
beforeAll(async () => {
  const fetchBefore = globalThis.fetch
  vi.stubGlobal('fetch', async (...asked: Parameters<typeof fetch>) => {
    const answer = await fetchBefore(...asked)
    if (new URL(answer.url).pathname === '/token') {
      const tokens: object = await answer.clone().json()
      for (const [key, value] of Object.entries(tokens))
        if (key.endsWith('_token')) secret('token of a provider', String(value))
    }
    return answer
  })
  shop = await aShop([await engine.open()])
  const { context } = shop.first
  const unreachable = createSmtpMailer(
    { url: 'smtp://127.0.0.1:1?insecure', from: 'us@example.org' },
    context.log,
  )
  const { mailer } = context
  context.mailer = { send: mail => (mail.to.startsWith('refused') ? unreachable : mailer).send(mail) }
})
afterAll(async () => {
  vi.unstubAllGlobals()
  await shop.close()
})

test('[HT15][ID18] the log contains nothing confidential, and no token of a provider is stored anywhere', async () => {
  using printed = vi.spyOn(console, 'error')
  const { db, first } = shop
  const browser = await signInByMail()
  await signInAtProviders()
  await useEverything(browser)
  const tables = await everyRowOf(db)
  for (const table of SIGN_IN_TABLES) {
    await db.schema.alterTable(table).renameTo('away').execute()
    await signInByMail().catch(() => undefined)
    await signInAtProviders().catch(() => undefined)
    await db.schema.alterTable('away').renameTo(table).execute()
  }
  for (const table of OTHER_TABLES) await db.schema.alterTable(table).renameTo(`${table}_away`).execute()
  await useEverything(browser)
  await browser.post('/api/v1/sign-out')

  // The log has the successful requests and every intended failure.
  const written = first.logged.join('')
  expect(written).toContain('"path":"/api/v1/sync"')
  const missing = [...written.matchAll(/relation \\?"(\w+)\\?" does not exist/g)].map(([, table]) => table)
  expect(new Set(missing)).toEqual(new Set([...SIGN_IN_TABLES, ...OTHER_TABLES]))
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

function addCookies({ cookies }: TestBrowser) {
  for (const value of cookies.values()) {
    const plain = decodeURIComponent(value)
    for (const part of [value, plain, ...plain.split('.')]) if (part.length > 15) secret('cookie', part)
  }
}

async function askForMail(browser: TestBrowser, email: string): Promise<{ token: string; code: string }> {
  const { token, code } = await requestSignInMail(shop.first, browser, email)
  addCookies(browser)
  return { token: secret('token of a link', token), code: secret('code', code) }
}

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
  for (const signedIn of [browser, other]) addCookies(signedIn)
  return browser
}

async function signInAtProviders() {
  for (const provider of SOCIAL_PROVIDERS) {
    for (const answer of ['continue', 'cancel', 'fail', 'unverified'] as const) {
      const visitor = aVisitor()
      const start = await startProviderSignIn(visitor, provider)
      secret('state', new URL(start).searchParams.get('state') ?? 'no state')
      const shown = answer === 'unverified' ? ({ address: answer } as const) : { answer }
      const back = await completeProviderPages(start, { email: anEmail(provider), name, ...shown })
      const code = new URL(back, 'http://ours').searchParams.get('code')
      if (code !== null) secret('code of a provider', code)
      await aVisitor().get(back)
      expect((await visitor.get(back)).status).toBe(303)
      await visitor.get(back)
      addCookies(visitor)
    }
    await aVisitor().get(
      `/api/auth/callback/${provider}?state=forged-state&code=${secret('code', 'forged-code')}`,
    )
  }
}

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
  const feedback = { text: feedbackText, language: 'de', screen: '/practice' }
  await browser.post('/api/v1/feedback', feedback)
  await browser.post('/api/v1/feedback', { ...feedback, screen: 7, [feedbackText]: email })
  await browser.post('/api/v1/events', { events: [{ name: 'add_piece', at: Date.now() }] })
  await browser.post('/api/v1/events', { events: [{ name: email, at: feedbackText }] })
  for (const status of [401, 402, 500, 500])
    shop.standIn.failNext({ kind: 'status', status, performed: true })
  for (let tries = 0; tries < 3; tries += 1)
    await browser.post(CHECKOUT_URL, { interval: 'year', language: 'de' })
  const begun = await browser.post(CHECKOUT_URL, { interval: 'year', language: 'de' })
  if (begun.status === 201) {
    const { url, sessionId }: { url: string; sessionId: string } = await begun.json()
    secret('page to pay on', url)
    shop.pay(sessionId)
    await browser.post(REFRESH_URL, {})
    secret('page of the portal', (await (await browser.post(PORTAL_URL, {})).json()).url)
  }
  const forged = secret('forged signature', `t=${Date.now()},v1=${'ab'.repeat(32)}`)
  const notice = { id: 'evt_1', email, data: feedbackText }
  await browser.post(WEBHOOK_URL, notice, { 'stripe-signature': forged })
  for (const path of ['/nowhere', '/api/v1/nowhere', '/locales', '/api/v1/session', '/api/v1/sessions'])
    for (const more of [`?email=${email}`, `/${email}`, `/${encodeURIComponent(email)}`])
      await browser.get(`${path}${more}`)
}

const leaked = (text: string, kinds: readonly string[]): string[] =>
  [...secrets].flatMap(([secret, what]) => {
    const literal = secret.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
    const line = new RegExp(`^.*(?<!\\w)${literal}(?!\\w).*$`, 'm').exec(text)?.[0]
    return line === undefined || !kinds.includes(what) ? [] : [`${what}: ${line.slice(0, 400)}`]
  })

async function everyRowOf(db: Kysely<Tables>): Promise<string> {
  const lines: string[] = []
  for (const { table } of await listTables(db)) {
    const { rows } = await sql<{ row: string }>`select t::text as row from ${sql.table(table)} t`.execute(db)
    lines.push(...rows.map(({ row }) => `${table} ${row}`))
  }
  return lines.join('\n')
}
