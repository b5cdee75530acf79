import { afterAll, beforeAll, expect, test } from 'vitest'
import { completeProviderPages, startProviderSignIn, redirectTarget } from '#tests/identity/social-visit.ts'
import { aBrowser, aServer, findSessionEmail } from '#tests/server/whole-server.ts'
import type { TestBrowser, TestServer } from '#tests/server/whole-server.ts'

const FORGED = '/api/auth/callback/google?code=forged&state=forged'
let server: TestServer

beforeAll(async () => {
  server = await aServer()
  server.stopClock()
})
afterAll(() => server.close())

const outcomeOf = async (browser: TestBrowser, path: string) => {
  const { pathname, searchParams } = redirectTarget(await browser.get(path))
  return `${pathname} ${searchParams.get('social')}`
}
const warnings = () => server.logged.filter(line => JSON.parse(line).level >= 40)

test('[ID18] forged callbacks are refused and logged once per client and minute', async () => {
  const [one, other] = [aBrowser(server), aBrowser(server)]
  for (let count = 0; count < 50; count += 1) expect(await outcomeOf(one, FORGED)).toBe('/signin failed')
  expect(warnings()).toHaveLength(1)
  await outcomeOf(other, FORGED)
  expect(warnings()).toHaveLength(2)
  server.pass(60_000)
  await outcomeOf(one, FORGED)
  expect(warnings()).toHaveLength(3)
  expect(warnings().join()).not.toContain('forged&')
})

test('[ID18] a browser that started a sign-in may make 60 callbacks a minute, and each message is logged once', async () => {
  const browser = aBrowser(server)
  const back = await completeProviderPages(await startProviderSignIn(browser, 'google'), {
    email: 'begun@example.org',
  })
  const before = warnings().length
  const cookies = new Map(browser.cookies)
  for (let count = 0; count < 59; count += 1) {
    await outcomeOf(browser, FORGED)
    for (const [name, value] of cookies) browser.cookies.set(name, value)
  }
  expect(warnings().length - before).toBeLessThan(4)
  // The right answer is still the right one.
  await browser.get(back)
  expect(await findSessionEmail(browser)).toBe('begun@example.org')
  for (const [name, value] of cookies) browser.cookies.set(name, value)
  expect(await outcomeOf(browser, FORGED)).toBe('/signin failed')
  expect(warnings().some(line => line.includes('"isForged":false'))).toBe(true)
})
