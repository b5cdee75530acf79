import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { limitConcurrentSessionRequests } from './limit-concurrent-session-requests.ts'

const configuration = { origin: 'http://localhost:3000' } as Parameters<
  typeof limitConcurrentSessionRequests
>[0]['configuration']
const PAUSE = 300

/** A server that runs two requests of a session at a time, lets three wait, and answers what runs when it is told. */
function aServer() {
  const runs: { who: string; answer: () => void }[] = []
  const app = new Hono()
    .use(
      limitConcurrentSessionRequests(
        { configuration },
        { most: { running: 2, waiting: 3 }, pauseMilliseconds: PAUSE },
      ),
    )
    .get('/', async exchange => {
      const { promise, resolve } = Promise.withResolvers<void>()
      runs.push({ who: exchange.req.header('cookie') ?? 'nobody', answer: resolve })
      await promise
      if (exchange.req.query('fails') !== undefined) throw new Error('it fails')
      return exchange.text('done')
    })
    .onError((_, exchange) => exchange.text('failed', 500))
  const get = async (who: string | null, path = '/') =>
    app.request(path, { headers: who === null ? {} : { cookie: `dacapo.session_token=${who}` } })
  return { runs, get }
}

const statusOf = async (answer: Promise<Response>) => {
  const { status, headers } = await answer
  return [status, headers.get('retry-after')]
}

test('[HT84] two requests of a session run, three wait in their order, the sixth is refused after a pause', async () => {
  const { runs, get } = aServer()
  const answers = Array.from({ length: 5 }, () => get('clara'))
  const started = performance.now()
  expect(await statusOf(get('clara'))).toEqual([429, '1'])
  expect(performance.now() - started).toBeGreaterThan(PAUSE - 5)
  for (const running of [2, 3, 4, 5]) {
    await expect.poll(() => runs.length).toBe(running)
    runs[running - 2]?.answer()
  }
  runs.at(-1)?.answer()
  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
})

test('[HT84] other sessions, and clients without a session, do not wait', async () => {
  const { runs, get } = aServer()
  const busy = Array.from({ length: 5 }, () => get('clara'))
  const others = [get('franz'), ...Array.from({ length: 8 }, () => get(null))]
  await expect.poll(() => runs.length).toBe(2 + others.length)
  expect(runs.filter(({ who }) => who.includes('clara'))).toHaveLength(2)
  while (runs.length > 0) {
    for (const { answer } of runs.splice(0)) answer()
    await new Promise(resolve => setTimeout(resolve))
  }
  const statuses = (await Promise.all([...busy, ...others])).map(({ status }) => status)
  expect(statuses).toEqual(statuses.map(() => 200))
})

test('[HT84] a request that fails gives its place to the next one', async () => {
  const { runs, get } = aServer()
  const failing = [get('clara', '/?fails'), get('clara', '/?fails')]
  const next = get('clara')
  await expect.poll(() => runs.length).toBe(2)
  for (const { answer } of runs) answer()
  expect((await Promise.all(failing)).map(({ status }) => status)).toEqual([500, 500])
  await expect.poll(() => runs.length).toBe(3)
  runs[2]?.answer()
  expect((await next).status).toBe(200)
})
