import { afterEach, expect, test, vi } from 'vitest'
import type { SyncResponse, SyncRequest } from '#core/protocol/sync-protocol.ts'
import { problemDocument, type ProblemCode } from '#core/protocol/problem.ts'
import type { OpenStore } from '#web/store/store-interface.ts'
import { applyDelta, EMPTY_DEVICE_COPY } from '#web/store/device-copy.ts'
import { FIRST_SYNC_POSITION, type RejectedRow, type PendingRow } from '#web/store/local-database.ts'
import { setLastUserId } from '#web/store/last-user.ts'
import { createObservable } from '#web/concurrency/observable.ts'
import { aChange, bpm, changeId, NOON, partId, pieceId, practiceId } from '#tests/library/builders.ts'
import { runSyncRounds } from './run-sync-rounds.ts'

afterEach(() => vi.unstubAllGlobals())

const NOTHING = { pieces: [], parts: [] }
/** More rounds than any of these servers deserves. */
const TOO_MANY = 40

function aPending(seq: number): PendingRow {
  const args = { id: practiceId(seq), pieceId: pieceId(1), partId: partId(1), tempo: bpm(90) }
  const change = aChange({ kind: 'practice.add', args }, { id: changeId(seq) })
  return { seq, id: change.id, change, offset: 0 }
}

/** A device with so many changes that wait; what it stores is kept in memory. */
function aDevice(waiting: number, more: readonly PendingRow[] = []) {
  const outbox = [...Array.from({ length: waiting }, (_, index) => aPending(index + 1)), ...more]
  const position = { ...FIRST_SYNC_POSITION, cursor: 5, epoch: 'first', version: 1, generation: 1 }
  const news = { kind: 'everything', rows: NOTHING, outbox, position, rejected: 0 } as const
  const copy = createObservable(applyDelta(EMPTY_DEVICE_COPY, news))
  const rejected: RejectedRow[] = []
  const applyRound: OpenStore['applyRound'] = async plan => {
    const before = copy.get()
    const writes = plan(before)
    if (writes === null) return 'stale'
    rejected.push(...writes.rejected)
    const left = before.outbox.filter(({ seq }) => !writes.answered.includes(seq))
    const reached = { ...before.position, ...writes.position, version: before.position.version + 1 }
    const news = { kind: 'round', rows: writes.rows, outbox: left, position: reached, rejected: 0 } as const
    copy.set(applyDelta(before, news))
    return 'taken'
  }
  const store: OpenStore = {
    userId: 'kai',
    copy,
    applyRound,
    record: async () => ({ kind: 'failed' }),
    refresh: async () => {},
    readLog: async () => null,
    rejectedChanges: async () => rejected,
    saveRole: async () => false,
    retry: async () => false,
    discard: async () => false,
    readValue: async () => null,
    storeValue: async () => {},
    close() {},
  }
  return { store, rejected }
}

const anAnswer = (fields: Partial<SyncResponse>): SyncResponse => ({
  results: [],
  reset: false,
  epoch: 'first',
  revision: 5,
  more: false,
  now: NOON,
  plan: null,
  rows: NOTHING,
  entries: [],
  entriesRevision: 5,
  moreEntries: false,
  ...fields,
})

/** A server that answers the n-th round with this; after TOO_MANY of them the test has failed. */
function aServerThat(answers: (round: SyncRequest, number: number) => SyncResponse | ProblemCode) {
  const rounds: SyncRequest[] = []
  const users: (string | null)[] = []
  vi.stubGlobal('fetch', async (_path: string, init: { body: string; headers: HeadersInit }) => {
    if (rounds.length === TOO_MANY) throw new Error('the rounds do not end')
    const round: SyncRequest = JSON.parse(init.body)
    rounds.push(round)
    users.push(new Headers(init.headers).get('x-dacapo-user'))
    const answer = answers(round, rounds.length)
    const body = typeof answer === 'string' ? problemDocument(answer) : answer
    const headers = { 'content-type': 'application/json', 'retry-after': '42' }
    return new Response(JSON.stringify(body), { status: 'status' in body ? body.status : 200, headers })
  })
  return { rounds, users }
}

const run = ({ store }: ReturnType<typeof aDevice>) => runSyncRounds(store, 'device', () => false)

test.each<[string, (round: SyncRequest, number: number) => Partial<SyncResponse>]>([
  ['always has more, and never any', () => ({ more: true })],
  ['goes backwards and has more', (_, number) => ({ more: true, revision: Math.max(0, 5 - number) })],
  ['begins anew for ever', (_, number) => ({ more: true, reset: true, epoch: `epoch ${number}` })],
  ['answers changes nobody sent', () => ({ results: [{ id: 'unknown', status: 'applied' }] })],
  ['answers no change', () => ({ results: [] })],
  [
    'answers the same change again and again',
    (_, number) => ({ results: [{ id: changeId(1), status: 'applied' }], revision: 5, more: number > 0 }),
  ],
])('[SC19] with a server that %s, rounds end', async (_, answers) => {
  const server = aServerThat((round, number) => anAnswer(answers(round, number)))
  await run(aDevice(60))
  expect(server.rounds.length).toBeLessThan(TOO_MANY / 2)
})

test('[SC19] as long as it gets further, a device goes on until it has everything', async () => {
  const server = aServerThat((_, number) => anAnswer({ revision: 5 + number, more: number < 30 }))
  expect(await run(aDevice(0))).toMatchObject({ kind: 'done' })
  expect(server.rounds).toHaveLength(30)
})

test('[SC19] the one change that makes a round unreadable is set aside, and only that', async () => {
  const device = aDevice(7)
  aServerThat(round =>
    round.changes.some(({ id }) => id === changeId(3))
      ? 'malformed-request'
      : anAnswer({ results: round.changes.map(({ id }) => ({ id, status: 'applied' })) }),
  )
  await run(device)
  expect(device.rejected.map(({ id }) => id)).toEqual([changeId(3)])
  expect(device.store.copy.get().outbox).toEqual([])
})

test('[SC19] where not even an empty round is read, it is not the changes, and none is set aside', async () => {
  const device = aDevice(7)
  aServerThat(() => 'malformed-request')
  expect(await run(device)).toMatchObject({ kind: 'later' })
  expect(device.rejected).toEqual([])
  expect(device.store.copy.get().outbox).toHaveLength(7)
})

test('[SC17] a server that is busy is asked again later, and what waits goes on waiting', async () => {
  const device = aDevice(7)
  const server = aServerThat(() => 'too-many-requests')
  expect(await run(device)).toEqual({ kind: 'later', afterSeconds: 42, isBusy: true })
  expect(server.rounds).toHaveLength(1)
  expect(device.rejected).toEqual([])
  expect(device.store.copy.get().outbox).toHaveLength(7)
})

test('[SI7] every round says whose it is', async () => {
  const { users } = aServerThat(() => anAnswer({}))
  await run(aDevice(0))
  expect(users).toEqual(['kai'])
})

test('[SI13] of a user who signed out in another tab nothing is sent', async () => {
  const kept = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  })
  const fetch = vi.fn()
  vi.stubGlobal('fetch', fetch)
  const { store } = aDevice(1)
  for (const here of [null, 'anna']) {
    setLastUserId(store.userId)
    setLastUserId(here)
    expect(await runSyncRounds(store, 'tab', () => false)).toEqual({ kind: 'signed-out' })
  }
  expect(fetch).not.toHaveBeenCalled()
})
