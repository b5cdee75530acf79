import { afterEach, expect, test, vi } from 'vitest'
import type { SyncAnswer, SyncRequest } from '#core/sync-protocol.ts'
import { problemDocument, type ProblemCode } from '#core/problem.ts'
import type { OpenStore } from '#web/store/current-store.ts'
import { afterNews, EMPTY_COPY, FIRST_POSITION } from '#web/store/device-copy.ts'
import type { ParkedRow, PendingRow } from '#web/store/local-database.ts'
import { observable } from '#web/store/observable.ts'
import type { Queue } from '#web/store/queue.ts'
import { aChange, bpm, changeId, NOON, partId, pieceId, practiceId } from '#tests/builders.ts'
import { allRounds } from './all-rounds.ts'

afterEach(() => vi.unstubAllGlobals())

const NOTHING = { pieces: [], parts: [], practice: [] }
const NO_QUEUE: Queue = {
  add: async () => true,
  oldest: async () => [],
  count: async () => 0,
  remove: async () => {},
}
/** More rounds than any of these servers deserves. */
const TOO_MANY = 40

function aPending(seq: number): PendingRow {
  const args = { id: practiceId(seq), pieceId: pieceId(1), partId: partId(1), tempo: bpm(90) }
  const change = aChange({ kind: 'practice.add', args }, { id: changeId(seq) })
  return { seq, id: change.id, change, offset: 0 }
}

/** A device with so many changes that wait; what it stores is kept in memory. */
function aDevice(waiting: number) {
  const outbox = Array.from({ length: waiting }, (_, index) => aPending(index + 1))
  const position = { ...FIRST_POSITION, cursor: 5, epoch: 'first', version: 1, generation: 1 }
  const news = { kind: 'everything', rows: NOTHING, outbox, position, refused: 0 } as const
  const copy = observable(afterNews(EMPTY_COPY, news))
  const parked: ParkedRow[] = []
  const takeRound: OpenStore['takeRound'] = async plan => {
    const before = copy.get()
    const writes = plan(before)
    if (writes === null) return 'stale'
    parked.push(...writes.parked)
    const left = before.outbox.filter(({ seq }) => !writes.answered.includes(seq))
    const reached = { ...before.position, ...writes.position, version: before.position.version + 1 }
    const news = { kind: 'round', rows: writes.rows, outbox: left, position: reached, refused: 0 } as const
    copy.set(afterNews(before, news))
    return 'taken'
  }
  const store: OpenStore = {
    userId: 'kai',
    copy,
    takeRound,
    record: async () => ({ kind: 'failed' }),
    refresh: async () => {},
    parkedChanges: async () => parked,
    takeRole: async () => false,
    retry: async () => false,
    discard: async () => false,
    restore: async () => false,
    kept: async () => null,
    keep: async () => true,
    letters: NO_QUEUE,
    events: NO_QUEUE,
    close() {},
  }
  return { store, parked }
}

const anAnswer = (fields: Partial<SyncAnswer>): SyncAnswer => ({
  results: [],
  reset: false,
  epoch: 'first',
  revision: 5,
  more: false,
  now: NOON,
  plan: null,
  rows: NOTHING,
  ...fields,
})

/** A server that answers the n-th round with this; after TOO_MANY of them the test has failed. */
function aServerThat(answers: (round: SyncRequest, number: number) => SyncAnswer | ProblemCode) {
  const rounds: SyncRequest[] = []
  const users: (string | null)[] = []
  vi.stubGlobal('fetch', async (_path: string, init: { body: string; headers: HeadersInit }) => {
    if (rounds.length === TOO_MANY) throw new Error('the rounds do not end')
    const round: SyncRequest = JSON.parse(init.body)
    rounds.push(round)
    users.push(new Headers(init.headers).get('x-dacapo-user'))
    const answer = answers(round, rounds.length)
    const body = typeof answer === 'string' ? problemDocument(answer) : answer
    const headers = { 'content-type': 'application/json' }
    return new Response(JSON.stringify(body), { status: 'status' in body ? body.status : 200, headers })
  })
  return { rounds, users }
}

const run = ({ store }: ReturnType<typeof aDevice>) => allRounds(store, 'device', () => false)

test.each<[string, (round: SyncRequest, number: number) => Partial<SyncAnswer>]>([
  ['always has more, and never any', () => ({ more: true })],
  ['goes backwards and has more', (_, number) => ({ more: true, revision: Math.max(0, 5 - number) })],
  ['begins anew for ever', (_, number) => ({ more: true, reset: true, epoch: `epoch ${number}` })],
  ['answers changes nobody sent', () => ({ results: [{ id: 'unknown', status: 'applied' }] })],
  ['answers no change', () => ({ results: [] })],
  [
    'answers the same change again and again',
    (_, number) => ({ results: [{ id: changeId(1), status: 'applied' }], revision: 5, more: number > 0 }),
  ],
])('[SN14] with a server that %s, rounds end', async (_, answers) => {
  const server = aServerThat((round, number) => anAnswer(answers(round, number)))
  await run(aDevice(60))
  expect(server.rounds.length).toBeLessThan(TOO_MANY / 2)
})

test('[SN14] as long as it gets further, a device goes on until it has everything', async () => {
  const server = aServerThat((_, number) => anAnswer({ revision: 5 + number, more: number < 30 }))
  expect(await run(aDevice(0))).toMatchObject({ kind: 'done' })
  expect(server.rounds).toHaveLength(30)
})

test('[SN9] the one change that makes a round unreadable is set aside, and only that', async () => {
  const device = aDevice(7)
  aServerThat(round =>
    round.changes.some(({ id }) => id === changeId(3))
      ? 'malformed-request'
      : anAnswer({ results: round.changes.map(({ id }) => ({ id, status: 'applied' })) }),
  )
  await run(device)
  expect(device.parked.map(({ id }) => id)).toEqual([changeId(3)])
  expect(device.store.copy.get().outbox).toEqual([])
})

test('[SN9] where not even an empty round is read, it is not the changes, and none is set aside', async () => {
  const device = aDevice(7)
  aServerThat(() => 'malformed-request')
  expect(await run(device)).toMatchObject({ kind: 'later' })
  expect(device.parked).toEqual([])
  expect(device.store.copy.get().outbox).toHaveLength(7)
})

test('[SN13] every round says whose it is', async () => {
  const { users } = aServerThat(() => anAnswer({}))
  await run(aDevice(0))
  expect(users).toEqual(['kai'])
})
