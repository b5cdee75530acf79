import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signInWithProvider } from '#tests/identity/social-visit.ts'
import { aBrowser, requestSignInMail, aServer, signedIn } from '#tests/server/whole-server.ts'
import type { TestServer } from '#tests/server/whole-server.ts'

const TOKEN = 'a token that shows the figures'
/** Words of closed lists, nothing that anybody could be known by. */
const LABELS = new Set<string | null | undefined>(['because', 'kind', 'outcome', 'result', 'way'])
let server: TestServer

beforeAll(async () => {
  server = await aServer({ METRICS_TOKEN: TOKEN })
})
afterAll(() => server.close())

test('[HT41] sign-ins are counted by way and outcome', async () => {
  const before = await figures()
  await signedIn(server, 'anna@example.org')
  await signedIn(server, 'anna@example.org')
  await requestSignInMail(server, aBrowser(server), 'anna@example.org')
  await aBrowser(server).post('/api/v1/sign-in-links/confirm', { email: 'anna@example.org', token: 'wrong' })
  await signInWithProvider(aBrowser(server), 'google', { email: 'anna@example.org', answer: 'cancel' })
  await signInWithProvider(aBrowser(server), 'twitter', { email: 'anna@example.org', address: 'unverified' })
  expect(await risen(before, 'dacapo_sign_ins')).toEqual({
    'dacapo_sign_ins_total{way="email",outcome="created"}': 1,
    'dacapo_sign_ins_total{way="email",outcome="signed-in"}': 1,
    'dacapo_sign_ins_total{way="email",outcome="link-invalid"}': 1,
    'dacapo_sign_ins_total{way="google",outcome="cancelled"}': 1,
    'dacapo_sign_ins_total{way="twitter",outcome="email-unproven"}': 1,
  })
})

test('[HT41] pictures are counted by what became of them, letters by their kind and once', async () => {
  const before = await figures()
  const browser = aBrowser(server)
  for (const picture of ['blue', 'broken'] as const) {
    await signInWithProvider(browser, 'google', { email: 'bela@example.org', picture })
    const outcome = picture === 'blue' ? 'fetched' : 'answer'
    const name = `dacapo_avatar_fetches_total{outcome="${outcome}"}`
    await expect.poll(async () => (await risen(before))[name]).toBe(1)
  }
  const letter = { id: randomUUID(), text: 'Hello', language: 'en', screen: '/account', kind: 'support' }
  for (const _ of [1, 2]) expect((await browser.post('/api/v1/feedback', letter)).status).toBe(204)
  const { id: _, kind: __, ...words } = letter
  expect((await browser.post('/api/v1/feedback', words)).status).toBe(204)
  const after = await risen(before)
  expect(after['dacapo_letters_total{kind="support"}']).toBe(1)
  expect(after['dacapo_letters_total{kind="feedback"}']).toBe(1)
})

test('[HT41] accounts are counted once deleted, and when they could not be; who may not delete is not', async () => {
  const before = await figures()
  const browser = await signedIn(server, 'doro@example.org')
  const { user } = await (await browser.get('/api/v1/session')).json()
  const { db } = server.context.database
  const deletion = async () => (await browser.send('/api/v1/account', { method: 'DELETE' })).status
  const told = () => risen(before, 'dacapo_account_deletions')
  const failed = 'dacapo_account_deletions_total{outcome="failed"}'
  const done = 'dacapo_account_deletions_total{outcome="done"}'

  // A customer of a payment provider to which there is no key any more: what is paid cannot end.
  await db.insertInto('billing_account').values({ user_id: user.id, customer_id: 'cus_of_doro' }).execute()
  expect(await deletion()).toBe(502)
  expect(await told()).toEqual({ [failed]: 1 })
  await db.deleteFrom('billing_account').execute()

  await db.schema.alterTable('practice').renameTo('practice_away').execute()
  expect(await deletion()).toBe(500)
  expect(await told()).toEqual({ [failed]: 2 })
  await db.schema.alterTable('practice_away').renameTo('practice').execute()

  expect(await deletion()).toBe(204)
  expect(await deletion()).toBe(401)
  expect(await told()).toEqual({ [failed]: 2, [done]: 1 })
})

test('[HT41] the figures are named by the conventions and tell nothing of anybody', async () => {
  await signedIn(server, 'clara@example.org')
  const text = await metrics()
  const ours = [...text.matchAll(/^# TYPE (dacapo_\w+) (\w+)$/gm)]
  expect(ours.length).toBeGreaterThan(5)
  expect(ours.filter(([, name = '', type]) => !name.endsWith('_total') || type !== 'counter')).toEqual([])
  const labels = new Set(
    [...text.matchAll(/^dacapo_\w+\{(.*)\}/gm)].flatMap(([, all = '']) => all.match(/\w+(?==")/g)),
  )
  expect(labels).toContain('way')
  // Other tests of this process may have counted as well.
  expect([...labels].filter(label => !LABELS.has(label))).toEqual([])
  expect(text).not.toContain('example.org')
})

async function metrics(): Promise<string> {
  const headers = { authorization: `Bearer ${TOKEN}` }
  return (await aBrowser(server).send('/metrics', { headers })).text()
}

async function figures(): Promise<Record<string, number>> {
  const lines = (await metrics()).matchAll(/^(dacapo_\S+) (\d+)$/gm)
  return Object.fromEntries([...lines].map(([, name = '', value]) => [name, Number(value)]))
}

/** What of a family has risen since then, and by how much. The process is not ours alone, and nor are its counters. */
async function risen(before: Record<string, number>, family = ''): Promise<Record<string, number>> {
  const changes = Object.entries(await figures()).map(
    ([name, now]) => [name, now - (before[name] ?? 0)] as const,
  )
  return Object.fromEntries(changes.filter(([name, more]) => more > 0 && name.startsWith(family)))
}
