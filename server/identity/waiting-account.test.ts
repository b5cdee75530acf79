import { afterAll, beforeAll, expect, test } from 'vitest'
import { signInAt } from '#tests/social-visit.ts'
import { aBrowser, askForMail, aServer, emailOf, signedIn } from '#tests/whole-server.ts'
import type { Browser, TestServer } from '#tests/whole-server.ts'

const COOKIE = 'dacapo.waiting'
const HOUR = 3_600_000
let server: TestServer

beforeAll(async () => {
  server = await aServer()
})
afterAll(() => server.close())

test('[ID21] who proves by mail the address that Facebook did not vouch for signs in with Facebook from then on', async () => {
  for (const email of ['new-face@example.org', 'old-face@example.org']) {
    if (email.startsWith('old')) await signedIn(server, email)
    const browser = aBrowser(server)
    await unproven(browser, email)
    await confirm(browser, email)
    expect(browser.cookies.has(COOKIE)).toBe(false)

    const later = aBrowser(server)
    expect(await unproven(later, email)).toBe('signed-in')
    expect(await emailOf(later)).toBe(email)
  }
})

test('[ID21] nothing is joined by another browser, another address, later than half an hour, or a forged account', async () => {
  const elsewhere = 'elsewhere@example.org'
  await unproven(aBrowser(server), elsewhere)
  await confirm(aBrowser(server), elsewhere)

  const other = aBrowser(server)
  await unproven(other, 'claimed@example.org')
  await confirm(other, 'attacker-face@example.org')

  const forging = aBrowser(server)
  await unproven(forging, 'attacker-face@example.org')
  const kept = decodeURIComponent(forging.cookies.get(COOKIE) ?? '')
  expect(kept).toContain('attacker-face@example.org')
  forging.cookies.set(COOKIE, encodeURIComponent(kept.replace('attacker-face', 'forged-face')))
  await confirm(forging, 'forged-face@example.org')

  const slow = aBrowser(server)
  await unproven(slow, 'slow-face@example.org')
  server.pass(HOUR)
  await confirm(slow, 'slow-face@example.org')

  for (const email of [elsewhere, 'claimed@example.org', 'forged-face@example.org', 'slow-face@example.org'])
    expect(await unproven(aBrowser(server), email)).toBe('email-unproven')
  const accounts = server.context.database.db.selectFrom('account').innerJoin('user', 'user.id', 'userId')
  const joined = await accounts.select('email').where('email', 'not like', '%-face@%').execute()
  expect(joined).toEqual([])
})

test('[ID21] an account that is somebody’s already stays theirs', async () => {
  const email = 'theirs-face@example.org'
  const first = aBrowser(server)
  await unproven(first, email)
  const second = aBrowser(server)
  await unproven(second, email)
  await confirm(first, email)
  await confirm(second, email)
  const accounts = server.context.database.db.selectFrom('account').innerJoin('user', 'user.id', 'userId')
  expect(await accounts.select('email').where('email', '=', email).execute()).toHaveLength(1)
})

/** Comes from Facebook with an address that it does not vouch for. */
async function unproven(browser: Browser, email: string): Promise<string | null> {
  return (await signInAt(browser, 'facebook', { email, address: 'unverified' })).searchParams.get('outcome')
}

async function confirm(browser: Browser, email: string) {
  const { token } = await askForMail(server, browser, email)
  const answer = await browser.post('/api/v1/sign-in-links/confirm', { email, token })
  expect(answer.status).toBe(200)
}
