import { randomUUID } from 'node:crypto'
import type { Change } from '#core/library/change.ts'
import { SOCIAL_PROVIDERS } from '#core/protocol/sign-in.ts'
import { CHECKOUT_URL, PORTAL_URL, REFRESH_URL, WEBHOOK_URL } from '#tests/billing/billing-shop.ts'
import {
  addPart,
  addPracticeEntry,
  createPiece,
  randomPartId,
  randomPieceId,
  patchPiece,
  syncRound,
} from '#tests/library/library-changes.ts'
import { decodeQuotedPrintable } from '#tests/mail/mail-server.ts'
import { createBrowserFor } from '#tests/server/running-browser.ts'
import {
  connectFromAccountScreen,
  completeProviderPages,
  startProviderSignIn,
} from '#tests/identity/social-visit.ts'
import type { TestBrowser } from '#tests/server/whole-server.ts'

const LINKS = '/api/v1/sign-in-links'
const CONFIRM = '/api/v1/sign-in-links/confirm'

/** A user of a running server, with all secrets that occurred. */
export type Life = ReturnType<typeof aLife>

/** Creates a user of a running server. `mails` collects what the server sends. */
export function aLife(origin: string, mails: readonly string[]) {
  const secrets = new Map<string, string>()
  const keep = <Value extends string>(what: string, value: Value): Value => {
    secrets.set(value, what)
    return value
  }
  const headers = {
    'x-forwarded-for': keep('address of the client', '203.0.113.77'),
    'user-agent': keep('name of the browser', 'PlantedBrowser/7.7'),
  }
  const email = (who: string) => keep('e-mail', `${who}.${randomUUID().slice(0, 8)}@example.org`)
  const piece = keep('name of a piece', 'Geheime Sonate')
  const part = keep('name of a part', 'Verborgener Satz')
  const words = keep('feedback', 'The pedal squeaks in G sharp minor')
  const name = keep('name', 'Clara Unsichtbar')
  const ids = { piece: randomPieceId(), part: randomPartId(), other: randomPartId() }
  const browser = () => createBrowserFor(origin, headers)
  const mine = {
    link: email('by.link'),
    code: email('by.code'),
    refused: email('refused'),
    social: email('social'),
  }

  /** The cookies are secrets as they are, without their encoding, and without their signature. */
  function remember({ cookies }: TestBrowser) {
    for (const [cookie, value] of cookies) {
      if (value.length < 16) continue
      keep(`cookie ${cookie}`, value)
      const plain = keep(`cookie ${cookie}`, decodeURIComponent(value))
      const [token = '', signature = ''] = plain.split('.')
      for (const half of [token, signature]) if (half.length > 15) keep(`half of cookie ${cookie}`, half)
    }
  }

  async function asked(by: TestBrowser, to: string): Promise<{ token: string; code: string }> {
    const before = mails.length
    await by.post(LINKS, { email: to, language: 'de' })
    remember(by)
    const mail = decodeQuotedPrintable(mails.slice(before).find(text => text.includes(`To: ${to}`)) ?? '')
    const token = /confirm\?token=(\w+)/.exec(mail)?.[1]
    const code = /\b\d{6}\b/.exec(mail)?.[0]
    if (token === undefined || code === undefined) throw new Error(`no mail to ${to}`)
    return { token: keep('token of a link', token), code: keep('code', code) }
  }

  const round = (...changes: Change[]) => syncRound(changes)

  return { secrets, keep, browser, remember, asked, round, mine, ids, piece, part, words, name, origin }
}

/** Signs in by link and by code, and triggers every failure of both. */
export async function signInByMail({ browser, asked, mine, remember }: Life): Promise<TestBrowser> {
  const first = browser()
  const { token, code } = await asked(first, mine.link)
  for (let guess = 1; guess <= 6; guess += 1) {
    const wrong = String((Number(code) + guess) % 1_000_000).padStart(6, '0')
    await first.post(CONFIRM, { email: mine.link, code: wrong })
  }
  await browser().post(CONFIRM, { email: mine.link, code })
  await first.post(CONFIRM, { email: mine.code, token })
  await first.get(`/confirm?token=${token}&email=${mine.link}`)
  expectStatus(await first.post(CONFIRM, { email: mine.link, token }), 200)
  remember(first)
  await browser().post(CONFIRM, { email: mine.link, token })

  const second = browser()
  const sent = await asked(second, mine.code)
  expectStatus(await second.post(CONFIRM, { email: mine.code, code: sent.code }), 200)
  remember(second)
  expectStatus(await browser().post(LINKS, { email: mine.refused, language: 'en' }), 502)
  await browser().post(LINKS, { email: `${mine.link} and more`, language: 'en' })
  return first
}

/** Signs in with one provider, connects the others, and triggers every failure of each. */
export async function signInAtProviders({ browser, keep, mine, name, remember }: Life) {
  const owner = browser()
  for (const provider of SOCIAL_PROVIDERS) {
    for (const answer of ['continue', 'cancel', 'fail'] as const) {
      const visitor = answer === 'continue' ? owner : browser()
      const start = await startProviderSignIn(visitor, provider)
      keep('state', new URL(start).searchParams.get('state') ?? 'no state')
      const back = await completeProviderPages(start, { email: mine.social, name, answer })
      const code = new URL(back, 'http://ours').searchParams.get('code')
      if (code !== null) keep('code of a provider', code)
      remember(visitor)
      await browser().get(back)
      expectStatus(await visitor.get(back), 303)
      remember(visitor)
      await visitor.get(back)
      if (visitor === owner && provider !== SOCIAL_PROVIDERS[0])
        await connectFromAccountScreen(visitor, provider, { email: mine.social, name })
    }
    const unproven = browser()
    const back = await completeProviderPages(await startProviderSignIn(unproven, provider), {
      email: mine.refused,
      address: 'unverified',
    })
    await unproven.get(back)
    remember(unproven)
    await browser().get(
      `/api/auth/callback/${provider}?state=forged-state&code=forged-code&email=${mine.social}`,
    )
  }
}

/** Practices, sends feedback and events, buys and cancels, and sends requests that are refused. */
export async function useEverything(life: Life, browser: TestBrowser) {
  const { ids, piece, part, words, mine, round, keep, origin } = life
  const sync = (body: unknown) => browser.post('/api/v1/sync', body)
  await sync(
    round(
      createPiece({ pieceId: ids.piece, partIds: [ids.part, ids.other], name: piece }),
      addPart(ids.piece, { name: part }),
      addPracticeEntry(ids.piece, ids.part),
      patchPiece(randomPieceId(), { name: piece }),
      patchPiece(ids.piece, { name: piece.repeat(9) }),
    ),
  )
  await sync(`{"clientId":"${piece}", and no JSON`)
  await sync({ ...round(), epoch: { [piece]: part } })
  // The server may hang up before it has read all of it.
  await sync(JSON.stringify({ padding: piece.repeat(90_000) })).catch(() => undefined)
  const letter = { text: words, language: 'de', screen: '/practice' }
  await browser.post('/api/v1/feedback', letter)
  await browser.post('/api/v1/feedback', { ...letter, screen: 7, [words]: mine.link })
  await browser.post('/api/v1/events', { events: [{ name: 'add_piece', at: Date.now() }] })
  await browser.post('/api/v1/events', { events: [{ name: mine.link, at: words }] })

  const begun = await browser.post(CHECKOUT_URL, { interval: 'year', language: 'de' })
  if (begun.status === 201) {
    const { url }: { url: string } = await begun.json()
    keep('page to pay on', url)
    const pay = (card: string) =>
      fetch(url, {
        method: 'POST',
        body: new URLSearchParams({ card }),
        headers: { origin: new URL(url).origin },
        redirect: 'manual',
      })
    await pay('declined')
    await pay('good')
    await browser.post(REFRESH_URL, {})
    await browser.post(CHECKOUT_URL, { interval: 'month', language: 'en' })
    const portal = await browser.post(PORTAL_URL, {})
    if (portal.status === 201) keep('page of the portal', (await portal.json()).url)
  }
  const forged = keep('forged signature', `t=${Date.now()},v1=${'ab'.repeat(32)}`)
  await browser.post(
    WEBHOOK_URL,
    { id: 'evt_1', email: mine.link, data: words },
    { 'stripe-signature': forged },
  )

  for (const path of [
    `/nowhere?email=${mine.link}`,
    `/nowhere/${mine.link}`,
    `/nowhere/${encodeURIComponent(mine.link)}`,
    `/api/v1/nowhere?email=${mine.link}`,
    `/api/v1/nowhere/${mine.link}`,
    `/locales/${mine.link}/common.json`,
    `/signin?email=${encodeURIComponent(mine.link)}`,
  ])
    await browser.get(path)
  const { paths }: { paths: Record<string, Record<string, unknown>> } = await (
    await fetch(`${origin}/openapi.json`)
  ).json()
  for (const [path, methods] of Object.entries(paths))
    if ('get' in methods && path !== '/api/v1/live') await browser.get(`${path}?email=${mine.link}`)
}

/** Fails the test unless a response has this status. */
function expectStatus(answer: Response, wanted: number) {
  if (answer.status !== wanted) throw new Error(`${answer.status} instead of ${wanted}`)
}
