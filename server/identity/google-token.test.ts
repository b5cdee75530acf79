import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { outcomeOf, startProviderSignIn } from '#tests/identity/provider-sign-in.ts'
import { aBrowser, aServer, findSessionEmail } from '#tests/server/whole-server.ts'

const server = await aServer({ GOOGLE_CLIENT: 'ours:secret' })
afterEach(() => vi.unstubAllGlobals())
afterAll(() => server.close())

test.each([
  ['for us signs in', 'ours', 'clara@example.org'],
  ['for another client signs in nobody', 'somebody-else', null],
  ['for several clients signs in nobody', ['ours', 'somebody-else'], null],
])('[ID18] an id token that Google has made %s', async (_, aud, email) => {
  const browser = aBrowser(server)
  const url = new URL(await startProviderSignIn(browser, 'google'))
  const user = { sub: '4711', email: 'clara@example.org', email_verified: true, name: 'Clara' }
  const claims = { iss: 'https://accounts.google.com', exp: Math.floor(Date.now() / 1000) + 60, aud }
  const token = [{ alg: 'RS256' }, { ...user, ...claims }, {}]
    .map(part => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.')
  const tokens = { access_token: 'a', token_type: 'Bearer', id_token: token }
  vi.stubGlobal('fetch', async () => Response.json(tokens))
  const state = url.searchParams.get('state') ?? ''
  const answer = await browser.get(`/api/auth/callback/google?${new URLSearchParams({ code: 'c', state })}`)
  expect(outcomeOf(answer)).toBe(email === null ? 'failed' : 'created')
  expect(await findSessionEmail(browser)).toBe(email)
})
