import { createServer, type IncomingHttpHeaders } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { runJobIfDue } from '#server/jobs/scheduler.ts'
import { portOnceListening } from '#tests/mail/mail-server.ts'
import { aBrowser, aServer, createSignedInBrowser, type TestServer } from '#tests/server/whole-server.ts'
import { createEventForwardingJob } from './events.ts'

const MINUTE = 60_000
type Received = { headers: IncomingHttpHeaders; url: string | undefined; text: string }

const receiver = await aReceiver()
const server = await aServer({ ANALYTICS_URL: `http://:let%20me%20in@${receiver.host}/in?tenant=1` })
const kai = await createSignedInBrowser(server, 'kai@example.org')
beforeEach(async () => {
  receiver.received.length = 0
  for (const table of ['event', 'job'] as const) await server.context.database.db.deleteFrom(table).execute()
})
afterAll(async () => {
  receiver.server.close()
  await server.close()
})

test('[AN10] what a musician agreed to share is passed on once, with an id and without a word of who it is', async () => {
  const shared = [anEvent(), anEvent({ name: 'page_view', path: '/practice' })]
  await send({ events: shared, share: receiver.host })
  await send({ events: [anEvent()] })
  expect(await forward()).toBe(true)
  expect(receiver.received).toHaveLength(1)
  const [{ headers, url, text } = noRequest()] = receiver.received
  expect(url).toBe('/in?tenant=1')
  expect(headers).toMatchObject({ authorization: 'Bearer let me in', 'content-type': 'application/json' })
  const withId = shared.map(event => ({ ...event, id: expect.any(String) }))
  const forwarded: unknown[] = JSON.parse(text).events
  expect(forwarded).toEqual(expect.arrayContaining(withId))
  expect(forwarded).toHaveLength(2)
  server.pass(MINUTE)
  await forward()
  expect(receiver.received).toHaveLength(1)
})

test('[AN10] what was agreed to for another host, or where there is none, is passed on to nobody', async () => {
  await send({ events: [anEvent()], share: 'elsewhere.example' })
  await forward()
  expect(receiver.received).toEqual([])

  const sinkOf = async (one: TestServer) => (await (await aBrowser(one).get('/api/v1/config')).json()).sink
  const closed = await aServer()
  expect([await sinkOf(server), await sinkOf(closed)]).toEqual([receiver.host, null])
  await aBrowser(closed).post('/api/v1/events', { events: [anEvent()], share: receiver.host })
  const rows = await closed.context.database.db.selectFrom('event').select('share_with').execute()
  expect(rows).toEqual([{ share_with: null }])
  await closed.close()
})

test('[AN10] what the other side does not take is offered again with the same id when the lease is over', async () => {
  await send({ events: [anEvent()], share: receiver.host })
  receiver.answer(503)
  await expect(forward()).rejects.toThrow(`${receiver.host} does not take the events: it answered 503`)
  receiver.answer(200)
  server.pass(9 * MINUTE)
  expect(await forward()).toBe(false)
  server.pass(MINUTE)
  expect(await forward()).toBe(true)
  const ids = receiver.received.map(({ text }) => JSON.parse(text).events[0].id)
  expect(ids).toEqual([expect.any(String), ids[0]])
})

const anEvent = (change: object = {}) => ({ name: 'add_piece', at: 1_795_000_000_000, ...change })

async function send(body: unknown) {
  expect((await kai.post('/api/v1/events', body)).status).toBe(204)
}

function forward(): Promise<boolean> {
  const { configuration, database, now } = server.context
  if (configuration.analytics === null) throw new Error('nothing is set up')
  return runJobIfDue(database.db, createEventForwardingJob(configuration.analytics), now())
}

function noRequest(): never {
  throw new Error('nothing came')
}

async function aReceiver() {
  const received: Received[] = []
  let status = 200
  const server = createServer((request, response) => {
    const { headers, url } = request
    void text(request).then(body => {
      received.push({ headers, url, text: body })
      response.writeHead(status).end()
    })
  })
  const port = await portOnceListening(server.listen(0, '127.0.0.1'))
  const answer = (next: number) => void (status = next)
  return { host: `127.0.0.1:${port}`, received, answer, server }
}
