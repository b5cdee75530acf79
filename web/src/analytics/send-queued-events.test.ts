import { afterEach, expect, test, vi } from 'vitest'
import type { ProblemCode } from '#core/protocol/problem.ts'
import { problemDocument } from '#core/protocol/problem.ts'
import { createMemoryQueue } from './memory-queue.ts'
import { sendQueuedEvents } from './send-queued-events.ts'

type Body = { events: { id: string }[]; share?: string }

afterEach(() => {
  vi.unstubAllGlobals()
})

test('[AN5] what waits is sent oldest first, 50 at a time, and is gone when the server has it', async () => {
  const queue = await aQueueOf(120)
  const { bodies, requests } = aServerThat(() => null)
  expect(await sendQueuedEvents(queue, 'clara', null)).toEqual({ kind: 'sent' })
  expect(bodies.map(({ events }) => events.length)).toEqual([50, 50, 20])
  expect(bodies.flatMap(({ events }) => events.map(({ id }) => id))).toEqual(ids(120))
  expect(await queue.count()).toBe(0)
  expect(requests[0]).toMatchObject({ keepalive: true, credentials: 'same-origin' })
})

test('[AN5] an answer that never came leaves everything where it was, to be sent under the same ids', async () => {
  const queue = await aQueueOf(2)
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('the connection broke')))
  expect(await sendQueuedEvents(queue, 'clara', null)).toEqual({ kind: 'later', afterSeconds: null })
  const { bodies } = aServerThat(() => null)
  await sendQueuedEvents(queue, 'clara', null)
  expect(bodies[0]?.events.map(({ id }) => id)).toEqual(ids(2))
})

test('[AN6] a server that cannot now is asked again when it wants to be, and everything waits', async () => {
  const queue = await aQueueOf(1)
  aServerThat(() => 'too-many-requests')
  expect(await sendQueuedEvents(queue, 'clara', null)).toEqual({ kind: 'later', afterSeconds: 7 })
  aServerThat(() => 'server-error')
  expect(await sendQueuedEvents(queue, 'clara', null)).toEqual({ kind: 'later', afterSeconds: 7 })
  expect(await queue.count()).toBe(1)
})

test('[AN6] the events that the server names as none are thrown away, the others counted', async () => {
  const queue = await aQueueOf(4)
  const named = ['events.1.path', 'events.3']
  const { bodies } = aServerThat(({ events }) => (events.length === 4 ? 'validation' : null), named)
  expect(await sendQueuedEvents(queue, 'clara', null)).toEqual({ kind: 'sent' })
  expect(bodies.map(({ events }) => events.map(({ id }) => id))).toEqual([ids(4), ['event 0', 'event 2']])
})

test('[AN6] what the server refuses without naming anything is thrown away and never asked about again', async () => {
  const queue = await aQueueOf(60)
  const { bodies } = aServerThat(() => 'validation', ['share'])
  expect(await sendQueuedEvents(queue, 'clara', 'elsewhere.example')).toEqual({ kind: 'sent' })
  expect(bodies.map(({ events }) => events.length)).toEqual([50, 10])
})

test('[AN6] what is too large goes in parts; a single one that is too large goes away', async () => {
  const queue = await aQueueOf(3)
  const isLarge = ({ events }: Body) => events.length > 1 || events[0]?.id === 'event 1'
  aServerThat(body => (isLarge(body) ? 'too-large' : null))
  expect(await sendQueuedEvents(queue, 'clara', null)).toEqual({ kind: 'sent' })
  expect(await queue.count()).toBe(0)
})

test('[AN7] whose events they are is said; those of a guest go without the cookie', async () => {
  const { requests } = aServerThat(() => null)
  await sendQueuedEvents(await aQueueOf(1), 'clara', null)
  await sendQueuedEvents(await aQueueOf(1), null, null)
  const told = requests.map(({ headers }) => new Headers(headers).get('x-dacapo-user'))
  expect(told).toEqual(['clara', null])
  expect(requests.map(({ credentials }) => credentials)).toEqual(['same-origin', 'omit'])
})

test.each(['signed-out', 'session-revoked', 'account-deleted'] as const)(
  '[AN7] where the server says that this user is not signed in (%s), everything waits',
  async code => {
    const queue = await aQueueOf(1)
    aServerThat(() => code)
    expect(await sendQueuedEvents(queue, 'clara', null)).toEqual({ kind: 'signed-out' })
    expect(await queue.count()).toBe(1)
  },
)

test('[AN10] the host that was agreed to is named, and none where nothing was', async () => {
  const { bodies } = aServerThat(() => null)
  await sendQueuedEvents(await aQueueOf(1), 'clara', 'figures.example')
  await sendQueuedEvents(await aQueueOf(1), 'clara', null)
  expect(bodies.map(({ share }) => share)).toEqual(['figures.example', undefined])
})

test('[AN5] without a database the newest 200 wait', async () => {
  const queue = await aQueueOf(201)
  expect(await queue.count()).toBe(200)
  expect((await queue.oldest(1))[0]?.id).toBe('event 1')
})

const ids = (count: number) => Array.from({ length: count }, (_, at) => `event ${at}`)

async function aQueueOf(count: number) {
  const queue = createMemoryQueue()
  for (const id of ids(count)) await queue.add({ id })
  return queue
}

/** A server that answers each request with a problem, or with null: taken. */
function aServerThat(answers: (body: Body) => ProblemCode | null, fields: string[] = []) {
  const bodies: Body[] = []
  const requests: RequestInit[] = []
  vi.stubGlobal('fetch', async (_path: string, init: RequestInit & { body: string }) => {
    const body: Body = JSON.parse(init.body)
    bodies.push(body)
    requests.push(init)
    const code = answers(body)
    if (code === null) return new Response(null, { status: 204 })
    const document = problemDocument(code, { errors: fields.map(field => ({ field, code: 'invalid' })) })
    const headers = { 'content-type': 'application/problem+json', 'retry-after': '7' }
    return new Response(JSON.stringify(document), { status: document.status, headers })
  })
  return { bodies, requests }
}
