import { expect, test } from 'vitest'
import { createServerApp } from '#server/app.ts'
import { createPiece } from '#tests/library/library-changes.ts'
import { aServer, createSignedInBrowser } from '#tests/server/whole-server.ts'
import { listen } from './listen.ts'

const TOKEN = 'a token that shows the figures'
const OPEN = 10

type Asked = Omit<RequestInit, 'headers'> & { headers?: Record<string, string> }

test('[HT85] an overloaded server refuses the interface, answers health and figures, and has changed nothing', async () => {
  const server = await aServer({ METRICS_TOKEN: TOKEN, LIMITS: `openRequests=${OPEN}`, TRUST_PROXY: '1' })
  const { db } = server.context.database
  const { cookies } = await createSignedInBrowser(server, 'anna@example.org')
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const { app, refuseEarly } = createServerApp(server.context)
  const opened = await listen('127.0.0.1', 0)
  if (opened.kind === 'failed') throw new Error(opened.message)
  let arrived = 0
  const countAndAnswer: typeof app.fetch = (...given) => {
    arrived += 1
    return app.fetch(...given)
  }
  opened.setHandler(countAndAnswer, refuseEarly)
  const { origin } = server.context.configuration
  // Each request from a client of its own, because one alone may not fill the server.
  let clients = 0
  const ask = (path: string, { headers = { cookie }, ...init }: Asked = {}) =>
    fetch(`http://127.0.0.1:${opened.port}${path}`, {
      ...init,
      headers: { ...headers, 'x-forwarded-for': `203.0.113.${++clients % 256}` },
    })
  const change = createPiece()
  const round = { clientId: 'x', schema: 1, epoch: null, clientNow: Date.now(), since: 0 }
  const sync = (more: object = {}) =>
    ask('/api/v1/sync', {
      method: 'POST',
      headers: { cookie, origin, 'content-type': 'application/json' },
      body: JSON.stringify({ ...round, changes: [change], ...more }),
    })
  const figures = async () =>
    (await ask('/metrics', { headers: { authorization: `Bearer ${TOKEN}` } })).text()
  const shed = async () => Number(/^dacapo_shed_requests_total (\d+)$/m.exec(await figures())?.[1])
  const before = await shed()

  const held = Promise.withResolvers<void>()
  const holding = db.transaction().execute(() => held.promise)
  arrived = 0
  const taken = Array.from({ length: OPEN }, () => ask('/api/v1/session'))
  // One that came before the last of them would take its place.
  await expect.poll(() => arrived).toBe(OPEN)
  // Without the cookie, so that it does not wait for the others of the session.
  expect((await ask('/api/v1/config', { headers: {} })).status).toBe(503)

  const small = await sync()
  const large = await sync({ padding: 'x'.repeat(100_000) })
  const health = await ask('/healthz')
  const shown = await figures()
  const shedMeanwhile = (await shed()) - before
  held.resolve()
  await holding
  const answered = await Promise.all(taken)

  for (const refused of [small, large]) {
    expect(refused.status).toBe(503)
    expect(refused.headers.get('content-type')).toBe('application/problem+json')
    expect(refused.headers.get('cache-control')).toBe('no-store')
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(2)
    for (const name of ['content-security-policy', 'x-content-type-options', 'referrer-policy'])
      expect(refused.headers.get(name)).toBe(health.headers.get(name))
    expect(await refused.json()).toMatchObject({ code: 'unavailable', status: 503 })
  }
  expect(health.status).toBe(200)
  expect(shown).toContain('dacapo_api_requests{state="running"} 4')
  // At least the two rounds and the request that found the server overloaded.
  expect(shedMeanwhile).toBeGreaterThanOrEqual(3)
  expect(answered.map(({ status }) => status)).toEqual(taken.map(() => 200))

  expect(await db.selectFrom('piece').select('id').execute()).toEqual([])
  expect((await sync()).status).toBe(200)
  expect(await db.selectFrom('piece').select('id').execute()).toHaveLength(1)
  await opened.close()
  await server.close()
})
