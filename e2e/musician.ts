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

export type Musician = {
  readonly email: string
  signIn(page?: Page): Promise<void>
  /** Adds pieces through the API; the musician must be signed in. `past` is when they were added, if not now. */
  fillLibrary(pieces?: readonly PieceToFill[], past?: number): Promise<void>
  /** Adds practice of the days before `now`, by default the server's time, to existing pieces. */
  fillHistory(past: readonly PastPractice[], now?: number): Promise<void>
  /** Sets what otherwise comes from a sign-in or payment provider. Must be called after a sign-in. */
  become(what: { name?: string; image?: string | null; plan?: 'free' | 'pro' }): Promise<void>
  secondDevice(): Promise<Page>
  newestMail(): Promise<Mail>
}

type Fixtures = {
  musician: Musician
  /**
   * Patterns of expected console errors, uncaught exceptions and CSP violations; others fail the test. Set it with
   * test.use(): an entry that is pushed would stay for every later test of the worker.
   */
  expectedFaults: readonly RegExp[]
  watchedPage: (page: Page) => void
}

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
    if (unexpected.length > 0) await testInfo.attach('the server', { body: dacapo.output() })
    expect(unexpected, 'console errors, uncaught exceptions, CSP violations').toEqual([])
    expect(await traffic.faults(), 'traffic that /openapi.json describes').toEqual([])
  },

  page: async ({ page, watchedPage }, use) => {
    watchedPage(page)
    await use(page)
    // Pending requests may fail now that the test has ended, which is no fault.
    page.removeAllListeners('console')
    if (!page.isClosed()) await page.unrouteAll({ behavior: 'ignoreErrors' })
  },

  musician: async ({ page, browser, dacapo, watchedPage, contextOptions }, use) => {
    const musician = createMusician(page, dacapo.origin)
    const contexts: BrowserContext[] = []
    await use({
      ...musician,
      async secondDevice() {
        const context = await browser.newContext({ ...contextOptions, baseURL: dacapo.origin })
        contexts.push(context)
        const other = await context.newPage()
        watchedPage(other)
        await musician.signIn(other)
        return other
      },
    })
    for (const context of contexts) await context.close()
  },
})

export function createMusician(page: Page, origin: string): Omit<Musician, 'secondDevice'> {
  const email = `clara-${randomUUID().slice(0, 8)}@example.org`
  return {
    email,
    signIn: (on = page) => signInByCode(on.request, origin, email),
    fillLibrary: (pieces, past) => fillLibrary(page.request, origin, pieces, past),
    fillHistory: (past, now) => fillHistory(page.request, origin, past, now),
    async become(what) {
      const response = await page.request.post(devAddress(origin, '/dev/musician'), {
        headers: { origin },
        data: { email, ...what },
      })
      expect(response.status()).toBe(204)
    },
    newestMail: () => newestMailTo(page.request, origin, email),
  }
}

export async function signedInUserId(page: Page, origin: string): Promise<string> {
  const response = await page.request.get(`${origin}/api/v1/session`)
  return ((await response.json()) as { user: { id: string } }).user.id
}

/** Sets the Pro plan as if it was bought on another device. The page learns of it only at its next checkout request. */
export async function becomeProElsewhere(page: Page, musician: Musician): Promise<void> {
  let isReachable = false
  // The first round of sync would tell the page.
  await expect.poll(() => readSyncPosition(page)).toMatchObject({ epoch: expect.any(String) })
  await page.route(/\/api\/v1\/(session|sync)$/, route => (isReachable ? route.fallback() : route.abort()))
  await waitForSyncRound(page)
  await page.route('**/api/v1/billing/checkout-sessions', route => {
    isReachable = true
    return route.fallback()
  })
  await musician.become({ plan: 'pro' })
}

const waitForSyncRound = (page: Page) =>
  page.evaluate(async () => {
    const { held = [] } = await navigator.locks.query()
    const name = held.find(lock => lock.name?.startsWith('dacapo-sync-'))?.name
    if (name !== undefined) await navigator.locks.request(name, () => undefined)
  })

export async function newestMailTo(request: APIRequestContext, origin: string, email: string): Promise<Mail> {
  const mails = (await (
    await request.get(devAddress(origin, `/dev/mailbox.json?to=${encodeURIComponent(email)}`))
  ).json()) as Mail[]
  const mail = mails.find(mail => mail.to === email)
  if (mail === undefined) throw new Error(`no mail to ${email}`)
  return mail
}

export const signInCodeIn = (mail: Mail): string => /\b\d{6}\b/.exec(mail.text)?.[0] ?? ''

export const signInLinkIn = (mail: Mail): string =>
  /https?:\/\/\S+\/confirm\?token=\S+/.exec(mail.text)?.[0] ?? ''

export async function requestSignInMailAt(
  request: APIRequestContext,
  origin: string,
  email: string,
): Promise<void> {
  const response = await request.post(`${origin}/api/v1/sign-in-links`, {
    headers: { origin },
    data: { email, language: 'en' },
  })
  expect(response.status()).toBe(204)
}

export async function signInByCode(request: APIRequestContext, origin: string, email: string): Promise<void> {
  await requestSignInMailAt(request, origin, email)
  const code = signInCodeIn(await newestMailTo(request, origin, email))
  const confirmed = await request.post(`${origin}/api/v1/sign-in-links/confirm`, {
    headers: { origin },
    data: { email, code },
  })
  expect(confirmed.status()).toBe(200)
}
