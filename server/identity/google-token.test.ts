import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { startProviderSignIn, redirectTarget } from '#tests/identity/social-visit.ts'
import { aBrowser, aServer, findSessionEmail } from '#tests/server/whole-server.ts'
import type { TestServer } from '#tests/server/whole-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await aServer({ GOOGLE_CLIENT: 'ours:secret' })
})
afterEach(() => vi.unstubAllGlobals())
afterAll(() => server.close())

const GOOD = { iss: 'https://accounts.google.com', exp: Math.floor(Date.now() / 1000) + 60 }

test('[ID18] an id token that Google has made for us signs in', async () => {
  const { address, browser } = await signInWith({ ...GOOD, aud: 'ours' })
  expect(address.searchParams.get('outcome')).toBe('created')
  expect(await findSessionEmail(browser)).toBe('clara@example.org')
})

test.each([
  ['for another client', 'somebody-else'],
  ['for several clients', ['ours', 'somebody-else']],
])('[ID18] an id token %s signs in nobody', async (_, aud) => {
  const before = server.logged.length
  const { address, browser } = await signInWith({ ...GOOD, aud })
  expect(address.searchParams.get('social')).toBe('failed')
  expect(await (await browser.get('/api/v1/session')).json()).toMatchObject({ user: null })
  expect(server.logged.slice(before).join('')).toContain('an id token was made for another client')
})

/** Signs in with a token endpoint that answers with an id token of these claims. */
async function signInWith(claims: Record<string, unknown>) {
  const browser = aBrowser(server)
  const url = new URL(await startProviderSignIn(browser, 'google'))
  const user = { sub: '4711', email: 'clara@example.org', email_verified: true, name: 'Clara' }
  const token = [{ alg: 'RS256' }, { ...user, ...claims }, {}]
    .map(part => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.')
  vi.stubGlobal('fetch', async () =>
    Response.json({ access_token: 'a', token_type: 'Bearer', id_token: token }),
  )
  const state = url.searchParams.get('state') ?? ''
  const answer = await browser.get(`/api/auth/callback/google?${new URLSearchParams({ code: 'c', state })}`)
  return { address: redirectTarget(answer), browser }
}
