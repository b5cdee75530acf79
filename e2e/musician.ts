import {
  test as base,
  expect,
  type APIRequestContext,
  type BrowserContext,
  type Page,
} from '@playwright/test'
import { randomUUID } from 'node:crypto'
import { fillHistory, type PastPractice } from './history/filled-history.ts'
import { fillLibrary, type PieceToFill } from './pieces/filled-library.ts'
import { recordTraffic } from './recorded-traffic.ts'
import { devAddress, startServerProcess, type RunningServer } from './running-server.ts'
import { readSyncPosition } from './sync/stored-rows.ts'

export { expect }

type Mail = { to: string; subject: string; text: string; html: string; at: number }

/** A user of the product with their own e-mail address. */
export type Musician = {
  readonly email: string
  /** Signed in on this test's page, without going through the screens. */
  signIn(page?: Page): Promise<void>
  /**
   * Pieces for this musician, who must be signed in; every device finds them when it next asks the server. `past` is
   * when they were added, if that was earlier.
   */
  fillLibrary(pieces?: readonly PieceToFill[], past?: number): Promise<void>
  /** Practice of the days before `now`, which is that of the server, of pieces that this musician has. */
  fillHistory(past: readonly PastPractice[], now?: number): Promise<void>
  /** What else only a provider of sign-ins or payments could give: a name, a picture, Pro. Who has signed in before. */
  become(what: { name?: string; image?: string | null; plan?: 'free' | 'pro' }): Promise<void>
  /** A page on another device: its own cookies, its own local database. */
  secondDevice(): Promise<Page>
  /** The newest mail to this musician. */
  newestMail(): Promise<Mail>
}

type Fixtures = {
  musician: Musician
  /**
   * Console errors, uncaught exceptions and CSP violations a test expects, as patterns; others fail it. Set it with
   * test.use(): an entry that is pushed would stay for every later test of the worker.
   */
  expectedFaults: readonly RegExp[]
  watchedPage: (page: Page) => void
}

/** Playwright's test with a running server and a musician as fixtures. */
export const test = base.extend<Fixtures, { dacapo: RunningServer }>({
  dacapo: [
    async ({}, use) => {
      const server = await startServerProcess()
      await use(server)
      await server.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ dacapo }, use) => use(dacapo.origin),

  expectedFaults: [[], { option: true }],

  watchedPage: async ({ expectedFaults, dacapo }, use, testInfo) => {
    const faults: string[] = []
    const traffic = recordTraffic(dacapo.origin)
    await use(page => {
      traffic.watch(page)
      page.on('pageerror', error => faults.push(`uncaught: ${error.message}`))
      page.on('console', message => {
        if (message.type() === 'error' || /Content.Security.Policy/i.test(message.text()))
          faults.push(`console: ${message.text()} (${message.location().url})`)
      })
    })
    const unexpected = faults.filter(fault => !expectedFaults.some(pattern => pattern.test(fault)))
    // What was printed by then tells why the server answered as it did.
    if (unexpected.length > 0) await testInfo.attach('the server', { body: dacapo.output() })
    expect(unexpected, 'console errors, uncaught exceptions, CSP violations').toEqual([])
    expect(await traffic.faults(), 'traffic that /openapi.json describes').toEqual([])
  },

  page: async ({ page, watchedPage }, use) => {
    watchedPage(page)
    await use(page)
    // An answer that a test was holding, or still asking for, must not fail when its server goes; what comes for a
    // request that is let through only now is not the test's.
    page.removeAllListeners('console')
    if (!page.isClosed()) await page.unrouteAll({ behavior: 'ignoreErrors' })
  },

  musician: async ({ page, browser, dacapo, watchedPage, contextOptions }, use) => {
    const musician = createMusician(page, dacapo.origin)
    const others: BrowserContext[] = []
    await use({
      ...musician,
      async secondDevice() {
        const context = await browser.newContext({ ...contextOptions, baseURL: dacapo.origin })
        others.push(context)
        const other = await context.newPage()
        watchedPage(other)
        await musician.signIn(other)
        return other
      },
    })
    for (const context of others) await context.close()
  },
})

/** Creates a musician who has no account yet and one device, with this page. */
export function createMusician(page: Page, origin: string): Omit<Musician, 'secondDevice'> {
  const email = `clara-${randomUUID().slice(0, 8)}@example.org`
  return {
    email,
    signIn: (on = page) => signInByCode(on.request, origin, email),
    fillLibrary: (pieces, past) => fillLibrary(page.request, origin, pieces, past),
    fillHistory: (past, now) => fillHistory(page.request, origin, past, now),
    async become(what) {
      const answer = await page.request.post(devAddress(origin, '/dev/musician'), {
        headers: { origin },
        data: { email, ...what },
      })
      expect(answer.status()).toBe(204)
    },
    newestMail: () => newestMailTo(page.request, origin, email),
  }
}

/** Returns the id of the user who is signed in on a page. */
export async function signedInUserId(page: Page, origin: string): Promise<string> {
  const answer = await page.request.get(`${origin}/api/v1/session`)
  return ((await answer.json()) as { user: { id: string } }).user.id
}

/** Gives the user the Pro plan without telling the page, as if it was bought on another device. */
export async function becomeProElsewhere(page: Page, musician: Musician): Promise<void> {
  let hears = false
  // A first round that is still under way would tell.
  const reached = () => readSyncPosition(page)
  await expect.poll(reached).toMatchObject({ epoch: expect.any(String) })
  await page.route(/\/api\/v1\/(session|sync)$/, route => (hears ? route.fallback() : route.abort()))
  await endOfSyncRound(page)
  await page.route('**/api/v1/billing/checkout-sessions', route => {
    hears = true
    return route.fallback()
  })
  await musician.become({ plan: 'pro' })
}

/** Settles when the round of sync that is under way in the page, if any, has been answered. */
const endOfSyncRound = (page: Page) =>
  page.evaluate(async () => {
    const { held = [] } = await navigator.locks.query()
    const name = held.find(lock => lock.name?.startsWith('dacapo-sync-'))?.name
    if (name !== undefined) await navigator.locks.request(name, () => undefined)
  })

/** Returns the newest mail to an address from the development mailbox. */
export async function newestMailTo(request: APIRequestContext, origin: string, email: string): Promise<Mail> {
  const mails = (await (
    await request.get(devAddress(origin, `/dev/mailbox.json?to=${encodeURIComponent(email)}`))
  ).json()) as Mail[]
  const mail = mails.find(mail => mail.to === email)
  if (mail === undefined) throw new Error(`no mail to ${email}`)
  return mail
}

/** Returns the six-digit code of a sign-in mail. */
export const signInCodeIn = (mail: Mail): string => /\b\d{6}\b/.exec(mail.text)?.[0] ?? ''

/** Returns the sign-in link of a mail. */
export const signInLinkIn = (mail: Mail): string =>
  /https?:\/\/\S+\/confirm\?token=\S+/.exec(mail.text)?.[0] ?? ''

/** Requests a sign-in mail through the API, without any screen. */
export async function requestSignInMailAt(
  request: APIRequestContext,
  origin: string,
  email: string,
): Promise<void> {
  const asked = await request.post(`${origin}/api/v1/sign-in-links`, {
    headers: { origin },
    data: { email, language: 'en' },
  })
  expect(asked.status()).toBe(204)
}

/** Signs in through the API with the code of the mail, without any screen. */
export async function signInByCode(request: APIRequestContext, origin: string, email: string): Promise<void> {
  await requestSignInMailAt(request, origin, email)
  const code = signInCodeIn(await newestMailTo(request, origin, email))
  const confirmed = await request.post(`${origin}/api/v1/sign-in-links/confirm`, {
    headers: { origin },
    data: { email, code },
  })
  expect(confirmed.status()).toBe(200)
}
