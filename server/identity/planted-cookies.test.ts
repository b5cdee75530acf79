import { afterEach, expect, test, vi } from 'vitest'
import { PRODUCTION_ENVIRONMENT } from '#tests/server/production-settings.ts'
import { outcomeOf, startProviderSignIn } from '#tests/identity/provider-sign-in.ts'
import { aBrowser, requestSignInMail, aServer, type TestServer } from '#tests/server/whole-server.ts'

const FACEBOOK = { FACEBOOK_CLIENT: 'us:secret' }
let server: TestServer

afterEach(async () => {
  vi.unstubAllGlobals()
  await server.close()
})

test('[ID18] in production every cookie has the __Host- prefix, so that no other host can set it', async () => {
  server = await aServer({ ...PRODUCTION_ENVIRONMENT, ...FACEBOOK })
  const browser = aBrowser(server)
  const email = 'kai@example.org'
  const { token } = await requestSignInMail(server, browser, email)
  const asked = await browser.post('/api/v1/sign-in-links', { email })
  const confirmed = await browser.post('/api/v1/sign-in-links/confirm', { email, token })
  const body = { provider: 'facebook', way: 'popup', attempt: crypto.randomUUID() }
  const started = await browser.post('/api/auth/sign-in/social', body)
  const left = await browser.post('/api/v1/sign-out')
  const set = [asked, confirmed, started, left].flatMap(answer => answer.headers.getSetCookie())
  const names = set.map(cookie => cookie.split('=', 1)[0])
  expect(names.filter(name => !name?.startsWith('__Host-dacapo.'))).toEqual([])
  const expected = ['session_token', 'state', 'sign_in', 'known'].map(name => `__Host-dacapo.${name}`)
  expect(names).toEqual(expect.arrayContaining(expected))
  for (const cookie of set) {
    expect(cookie).toMatch(/; Path=\/; .*Secure/)
    expect(cookie).not.toContain('Domain')
  }
})

test('[ID18] a state planted by a sibling host cannot finish another browser’s sign-in at Facebook', async () => {
  const requests: string[] = []
  vi.stubGlobal('fetch', (url: string | URL | Request) => {
    requests.push(url instanceof Request ? url.url : String(url))
    return Promise.resolve(new Response('{}', { status: 500 }))
  })
  server = await aServer({ ...PRODUCTION_ENVIRONMENT, ...FACEBOOK })
  const attacker = aBrowser(server)
  const state = new URL(await startProviderSignIn(attacker, 'facebook')).searchParams.get('state') ?? ''
  const back = `/api/auth/callback/facebook?code=the-attackers&state=${state}`
  // Browsers take no cookie with the prefix __Host- from a sibling, so it has to use another name.
  const victim = aBrowser(server)
  for (const [name, value] of attacker.cookies)
    for (const prefix of ['', '__Secure-']) victim.cookies.set(name.replace('__Host-', prefix), value)
  expect(outcomeOf(await victim.get(back))).toBe('failed')
  expect(requests).toEqual([])
  // The same callback works in the browser that started the sign-in, so the cookie decides.
  await attacker.get(back)
  expect(requests.length).toBeGreaterThan(0)
})
