import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { PRODUCT_VERSION } from '#server/settings/configuration.ts'
import { createPiece, syncRound } from '#tests/library/library-changes.ts'
import { signInWithProvider } from '#tests/identity/provider-sign-in.ts'
import { aBrowser, aServer, createSignedInBrowser, requestSignInMail } from '#tests/server/whole-server.ts'

const TOKEN = 'a token that shows the figures'
/** Labels that have a fixed set of values, so that none can identify a user. */
const LABELS = new Set<string | null | undefined>(
  'because kind name outcome result state version way'.split(' '),
)

const server = await aServer({ METRICS_TOKEN: TOKEN })
afterAll(() => server.close())

test('[HT11] sign-ins are counted and logged by way and outcome, and nobody is named', async () => {
  const before = await readMetrics()
  await createSignedInBrowser(server, 'anna@example.org')
  await createSignedInBrowser(server, 'anna@example.org')
  await requestSignInMail(server, aBrowser(server), 'anna@example.org')
  await aBrowser(server).post('/api/v1/sign-in-links/confirm', { email: 'anna@example.org', token: 'wrong' })
  await signInWithProvider(aBrowser(server), 'google', { email: 'anna@example.org', answer: 'cancel' })
  await signInWithProvider(aBrowser(server), 'twitter', { email: 'anna@example.org', address: 'unverified' })
  expect(await increases(before, 'dacapo_sign_ins')).toEqual({
    'dacapo_sign_ins_total{way="email",outcome="created"}': 1,
    'dacapo_sign_ins_total{way="email",outcome="signed-in"}': 1,
    'dacapo_sign_ins_total{way="email",outcome="link-invalid"}': 1,
    'dacapo_sign_ins_total{way="google",outcome="cancelled"}': 1,
    'dacapo_sign_ins_total{way="twitter",outcome="email-unproven"}': 1,
  })
  const lines = server.logged.map((line): Record<string, unknown> => JSON.parse(line))
  const ended = lines.filter(({ msg }) => msg === 'a sign-in has ended')
  expect(ended.map(({ way, by, outcome }) => [way, by, outcome])).toEqual([
    ['email', 'link', 'created'],
    ['email', 'link', 'signed-in'],
    ['email', 'link', 'link-invalid'],
    ['google', undefined, 'cancelled'],
    ['twitter', undefined, 'email-unproven'],
  ])
  expect(server.logged.join('')).not.toContain('anna@example.org')
})

test('[HT11] rounds of sync, changes, live streams, connections and the version are counted and shown', async () => {
  const browser = await createSignedInBrowser(server, 'emil@example.org')
  const before = await readMetrics()
  const change = createPiece()
  const round = syncRound()
  for (const changes of [[change], [change], [{ ...change, id: randomUUID(), args: {} }]])
    expect((await browser.post('/api/v1/sync', { ...round, changes })).status).toBe(200)
  expect((await browser.post('/api/v1/sync', { ...round, since: -1, changes: [] })).status).toBe(400)
  expect(await increases(before, 'dacapo_sync')).toEqual({
    'dacapo_sync_rounds_total{outcome="done"}': 3,
    'dacapo_sync_rounds_total{outcome="malformed"}': 1,
    'dacapo_sync_changes_total{result="applied"}': 1,
    'dacapo_sync_changes_total{result="duplicate"}': 1,
    'dacapo_sync_changes_total{result="rejected"}': 1,
  })

  const live = await browser.get('/api/v1/live')
  expect(await readMetrics()).toMatchObject({
    dacapo_live_streams: 1,
    dacapo_database_ready: 1,
    'dacapo_database_connections{state="awaited"}': expect.any(Number),
    [`dacapo_build_info{version="${PRODUCT_VERSION}"}`]: 1,
  })
  await live.body?.cancel()
  await expect.poll(async () => (await readMetrics())['dacapo_live_streams']).toBe(0)
})

test('[HT11] the figures are named by the conventions and tell nothing of anybody', async () => {
  await createSignedInBrowser(server, 'clara@example.org')
  const text = await loadMetricsText()
  const ours = [...text.matchAll(/^# TYPE (dacapo_\w+) (\w+)$/gm)]
  expect(ours.length).toBeGreaterThan(5)
  expect(ours.filter(([, name = '', type]) => name.endsWith('_total') !== (type === 'counter'))).toEqual([])
  const labels = new Set(
    [...text.matchAll(/^dacapo_\w+\{(.*)\}/gm)].flatMap(([, all = '']) => all.match(/\w+(?==")/g)),
  )
  expect(labels).toContain('way')
  // Other tests of this process may have counted as well.
  expect([...labels].filter(label => !LABELS.has(label))).toEqual([])
  expect(text).not.toContain('example.org')
})

async function loadMetricsText(): Promise<string> {
  const headers = { authorization: `Bearer ${TOKEN}` }
  return (await aBrowser(server).send('/metrics', { headers })).text()
}

async function readMetrics(): Promise<Record<string, number>> {
  const lines = (await loadMetricsText()).matchAll(/^(dacapo_\S+) (\d+)$/gm)
  return Object.fromEntries([...lines].map(([, name = '', value]) => [name, Number(value)]))
}

/** Compares with `before`, because other tests in this process count, too. */
async function increases(before: Record<string, number>, family: string): Promise<Record<string, number>> {
  const changes = Object.entries(await readMetrics()).map(
    ([name, now]) => [name, now - (before[name] ?? 0)] as const,
  )
  return Object.fromEntries(changes.filter(([name, more]) => more > 0 && name.startsWith(family)))
}
