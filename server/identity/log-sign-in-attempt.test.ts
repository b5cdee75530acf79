import { expect, test } from 'vitest'
import { signInWithProvider } from '#tests/identity/social-visit.ts'
import { aBrowser, requestSignInMail, aServer } from '#tests/server/whole-server.ts'
import type { TestServer } from '#tests/server/whole-server.ts'

const CONFIRM = '/api/v1/sign-in-links/confirm'

test('[HT11] every sign-in is logged with its way and its outcome, and nobody is named', async () => {
  const server = await aServer()
  const email = 'logged@example.org'
  const browser = aBrowser(server)
  const first = await requestSignInMail(server, browser, email)
  const wrong = first.code === '000000' ? '000001' : '000000'
  await browser.post(CONFIRM, { email, code: wrong })
  await browser.post(CONFIRM, { email, token: 'no-such-link' })
  await browser.post(CONFIRM, { email, code: first.code })
  const { token } = await requestSignInMail(server, browser, email)
  await browser.post(CONFIRM, { email, token })
  await signInWithProvider(aBrowser(server), 'google', { email, answer: 'cancel' })
  expect(signInsLoggedBy(server)).toEqual([
    { way: 'email', by: 'code', outcome: 'link-invalid' },
    { way: 'email', by: 'link', outcome: 'link-invalid' },
    { way: 'email', by: 'code', outcome: 'created' },
    { way: 'email', by: 'link', outcome: 'signed-in' },
    { way: 'google', outcome: 'cancelled' },
  ])
  expect(server.logged.join('')).not.toContain(email)
  await server.close()
})

function signInsLoggedBy({ logged }: TestServer) {
  const lines = logged.map((line): Record<string, unknown> => JSON.parse(line))
  return lines
    .filter(({ msg }) => msg === 'a sign-in has ended')
    .map(({ way, by, outcome }) => (by === undefined ? { way, outcome } : { way, by, outcome }))
}
