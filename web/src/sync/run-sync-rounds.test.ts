import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { EXPECTED_USER_HEADER } from '#core/protocol/operation.ts'
import type { SyncResponse, SyncRequest } from '#core/protocol/sync-protocol.ts'
import { createProblemDocument, type ProblemCode } from '#core/protocol/problem.ts'
import { INITIAL_SYNC_STATE, type OpenedStore } from '#web/store/store-interface.ts'
import { startSyncLoop } from './sync-loop.ts'
import { applyStoreDelta, EMPTY_LIBRARY_COPY, type LibraryCopy } from '#web/store/library-copy.ts'
import {
  appliedRowsToSendAgain,
  mergeOwnIntoStoredEntry,
  outboxRowsAppliedByServer,
  storeRoleOutsideSync,
  storeSyncRoundWrites,
} from '#web/store/apply-sync-round.ts'
import {
  INITIAL_SYNC_POSITION,
  type OutboxRow,
  type RejectedRow,
  type TransactionTables,
} from '#web/store/local-database.ts'
import { stubLocalStorage } from '#tests/storage/local-storage.ts'
import { storeLastUserId } from '#web/store/last-user.ts'
import { createObservable } from '#web/concurrency/observable.ts'
import {
  aChange,
  aPart,
  aPiece,
  aPractice,
  bpm,
  changeId,
  NOON,
  partId,
  pieceId,
  practiceId,
} from '#tests/library/builders.ts'
import {
  nextClockOffset,
  planSyncRoundWrites,
  runSyncRounds,
  withLockStolenAfterTimeout,
  type SentSyncRequest,
} from './run-sync-rounds.ts'

afterEach(() => vi.unstubAllGlobals())

const NOTHING = { pieces: [], parts: [] }
const MAX_ROUNDS = 40

function anOutboxRow(seq: number): OutboxRow {
  const args = { id: practiceId(seq), pieceId: pieceId(1), partId: partId(1), tempo: bpm(90) }
  const change = aChange({ kind: 'practice.add', args }, { id: changeId(seq) })
  return { seq, id: change.id, change, offset: 0 }
}

function aDevice(waiting: number, more: readonly OutboxRow[] = []) {
  const outbox = [...Array.from({ length: waiting }, (_, index) => anOutboxRow(index + 1)), ...more]
  const position = { ...INITIAL_SYNC_POSITION, cursor: 5, epoch: 'first', version: 1, generation: 1 }
  const delta = { kind: 'everything', rows: NOTHING, outbox, position, rejected: 0 } as const
  const copy = createObservable(applyStoreDelta(EMPTY_LIBRARY_COPY, delta))
  const rejected: RejectedRow[] = []
  const applyRound: OpenedStore['applyRound'] = async plan => {
    const before = copy.get()
    const writes = plan(before)
    if (writes === null) return 'stale'
    rejected.push(...writes.rejected)
    const left = before.outbox.filter(({ seq }) => !writes.answered.includes(seq))
    const reached = { ...before.position, ...writes.position, version: before.position.version + 1 }
    const delta = { kind: 'round', rows: writes.rows, outbox: left, position: reached, rejected: 0 } as const
    copy.set(applyStoreDelta(before, delta))
    return 'stored'
  }
  const refresh = async () => {}
  const store = { userId: 'kai', copy, applyRound, refresh } satisfies Partial<OpenedStore>
  return { store: store as unknown as OpenedStore, rejected }
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

function aServerThat(answers: (round: SyncRequest, number: number) => SyncResponse | ProblemCode) {
  const rounds: SyncRequest[] = []
  vi.stubGlobal('fetch', async (_path: string, init: { body: string; headers: object }) => {
    // This must not throw, because a request that throws counts as offline.
    expect.soft(init.headers).toMatchObject({ [EXPECTED_USER_HEADER]: 'kai' })
    if (rounds.length === MAX_ROUNDS) throw new Error('the rounds do not end')
    const round: SyncRequest = JSON.parse(init.body)
    rounds.push(round)
    const answer = answers(round, rounds.length)
    const body = typeof answer === 'string' ? createProblemDocument(answer) : answer
    const headers = { 'content-type': 'application/json', 'retry-after': '42' }
    return new Response(JSON.stringify(body), { status: 'status' in body ? body.status : 200, headers })
  })
  return { rounds }
}

const run = ({ store }: ReturnType<typeof aDevice>) => runSyncRounds(store, 'device', () => false)

test.each<[string, (round: SyncRequest, number: number) => Partial<SyncResponse>]>([
  ['always has more, and never any', () => ({ more: true })],
  ['begins anew for ever', (_, number) => ({ more: true, reset: true, epoch: `epoch ${number}` })],
  ['answers changes nobody sent', () => ({ results: [{ id: 'unknown', status: 'applied' }] })],
  [
    'answers the same change again and again',
    (_, number) => ({ results: [{ id: changeId(1), status: 'applied' }], revision: 5, more: number > 0 }),
  ],
])('[SC19] with a server that %s, rounds end', async (_, answers) => {
  const server = aServerThat((round, number) => anAnswer(answers(round, number)))
  await run(aDevice(60))
  expect(server.rounds.length).toBeLessThan(MAX_ROUNDS / 2)
})

test('[SC19][SI7] as long as it gets further, a device goes on until it has everything, and each round names its user', async () => {
  const server = aServerThat((_, number) => anAnswer({ revision: 5 + number, more: number < 30 }))
  expect(await run(aDevice(0))).toMatchObject({ kind: 'done' })
  expect(server.rounds).toHaveLength(30)
})

test.each<ProblemCode>(['malformed-request', 'too-large'])(
  '[SC17][SC19] the one change that makes a round %s is set aside, and only that',
  async code => {
    const device = aDevice(2, [{ ...anOutboxRow(3), entry: aPractice() }, anOutboxRow(4), anOutboxRow(5)])
    aServerThat(round =>
      round.changes.some(({ id }) => id === changeId(3))
        ? code
        : anAnswer({ results: round.changes.map(({ id }) => ({ id, status: 'applied' })) }),
    )
    await run(device)
    expect(device.rejected).toMatchObject([{ id: changeId(3), entry: aPractice() }])
    expect(device.store.copy.get().outbox).toEqual([])
  },
)

test('[SC19] where not even an empty round is read, it is not the changes, and none is set aside', async () => {
  const device = aDevice(7)
  aServerThat(() => 'malformed-request')
  expect(await run(device)).toMatchObject({ kind: 'later' })
  expect(device.rejected).toEqual([])
  expect(device.store.copy.get().outbox).toHaveLength(7)
})

test.each<[ProblemCode, boolean]>([
  ['too-many-requests', true],
  ['server-error', false],
  ['unavailable', false],
])(
  '[SC17] a server that answers %s is asked again later, and what waits goes on waiting',
  async (code, isBusy) => {
    const device = aDevice(7)
    const server = aServerThat(() => code)
    expect(await run(device)).toEqual({ kind: 'later', afterSeconds: 42, isBusy })
    expect(server.rounds).toHaveLength(1)
    expect(device.rejected).toEqual([])
    expect(device.store.copy.get().outbox).toHaveLength(7)
  },
)

describe('the loop of rounds', () => {
  beforeEach(() => {
    vi.useFakeTimers()
    vi.stubGlobal('window', Object.assign(new EventTarget(), { setTimeout }))
    vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }))
    vi.stubGlobal(
      'EventSource',
      class extends EventTarget {
        close() {}
      },
    )
  })
  afterEach(() => void vi.useRealTimers())

  test('[SN10] whoever leaves the app during a round leaves no connection behind', async () => {
    const listen = vi.fn()
    vi.stubGlobal('EventSource', listen)
    aServerThat(() => anAnswer({}))
    const loop = startSyncLoop(aDevice(0).store, createObservable(INITIAL_SYNC_STATE))
    loop.stop()
    await vi.advanceTimersByTimeAsync(1000)
    expect(listen).not.toHaveBeenCalled()
  })

  test('[SN10] a page that is seen asks every minute, also where the live channel tells nothing', async () => {
    const server = aServerThat(() => anAnswer({}))
    const loop = startSyncLoop(aDevice(0).store, createObservable(INITIAL_SYNC_STATE))
    await vi.advanceTimersByTimeAsync(59_000)
    expect(server.rounds).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(1000)
    expect(server.rounds).toHaveLength(2)
    loop.stop()
  })

  test('[SN7] a round that ends with an error is reported, and the next one follows', async () => {
    const reported = vi.fn()
    vi.stubGlobal('reportError', reported)
    const fault = new DOMException('the disk is broken', 'UnknownError')
    const refresh = vi.fn(() => Promise.reject(fault))
    const state = createObservable(INITIAL_SYNC_STATE)
    const loop = startSyncLoop({ ...aDevice(0).store, refresh }, state)
    await loop.syncNow()
    expect(reported).toHaveBeenCalledWith(fault)
    expect(state.get().kind).toBe('offline')
    const before = refresh.mock.calls.length
    await vi.advanceTimersByTimeAsync(10_000)
    expect(refresh.mock.calls.length).toBeGreaterThan(before)
    loop.stop()
  })
})

test('[SI13] nothing is sent for a user who signed out in another tab', async () => {
  stubLocalStorage()
  const fetch = vi.fn()
  vi.stubGlobal('fetch', fetch)
  const { store } = aDevice(1)
  for (const nextUserId of [null, 'anna']) {
    storeLastUserId(store.userId)
    storeLastUserId(nextUserId)
    expect(await runSyncRounds(store, 'tab', () => false)).toEqual({ kind: 'signed-out' })
  }
  expect(fetch).not.toHaveBeenCalled()
})

function aCopy(outbox: readonly OutboxRow[], position: Partial<LibraryCopy['position']> = {}): LibraryCopy {
  return applyStoreDelta(EMPTY_LIBRARY_COPY, {
    kind: 'everything',
    rows: { pieces: [aPiece({ revision: 5 })], parts: [aPart({ revision: 5 })] },
    outbox,
    position: {
      ...INITIAL_SYNC_POSITION,
      cursor: 5,
      entriesCursor: 4,
      epoch: 'first',
      version: 1,
      generation: 1,
      ...position,
    },
    rejected: 0,
  })
}

const sentRound = (
  pending: readonly OutboxRow[],
  fields: Partial<SentSyncRequest> = {},
): SentSyncRequest => ({
  pending,
  since: 5,
  entriesSince: 4,
  epoch: 'first',
  generation: 1,
  sentAt: NOON,
  answeredAt: NOON + 100,
  ...fields,
})

const aNewAnswer = (fields: Partial<SyncResponse> = {}) =>
  anAnswer({ revision: 6, entriesRevision: 6, now: NOON + 50, ...fields })

describe('what an answer changes on this device', () => {
  test('[RC1] what was answered leaves the outbox, what was refused is kept with its reason, the rest stays', () => {
    const [applied, unanswered] = [anOutboxRow(1), anOutboxRow(3)]
    // Without the entry that it retracts, the retraction would not show while it is tried again.
    const refused = { ...anOutboxRow(2), entry: aPractice() }
    const pending = [applied, refused, unanswered]
    const answer = aNewAnswer({
      results: [
        { id: applied.id, status: 'applied' },
        { id: refused.id, status: 'rejected', code: 'too-many-pieces' },
      ],
    })
    const writes = planSyncRoundWrites(aCopy(pending), sentRound(pending), answer)
    expect(writes?.answered).toEqual([1, 2])
    const { seq: _, ...kept } = refused
    expect(writes?.rejected).toEqual([{ ...kept, code: 'too-many-pieces', at: NOON + 100 }])
  })

  test('[LS26] a tempo that was taken before its place in the log has come stays in the history', () => {
    const row = anOutboxRow(1)
    const results = [{ id: row.id, status: 'applied' as const }]
    const behind = aNewAnswer({ results, entriesRevision: 4, moreEntries: true })
    const id = practiceId(1)
    expect(planSyncRoundWrites(aCopy([row]), sentRound([row]), behind)?.acknowledged).toMatchObject([
      { id, retractedAt: null },
    ])
    const entries = [aPractice({ id, revision: 6 })]
    const whole = aNewAnswer({ results, entries })
    expect(planSyncRoundWrites(aCopy([row]), sentRound([row]), whole)?.acknowledged).toEqual([])
  })

  test('[SC16] the verdicts of a server that was set back to a backup do not count: it gets the rest first', () => {
    const row = anOutboxRow(1)
    const results = [{ id: row.id, status: 'rejected' as const, code: 'not-found' as const }]
    const setBack = aNewAnswer({ reset: true, epoch: 'second', results })
    expect(planSyncRoundWrites(aCopy([row]), sentRound([row]), setBack)).toMatchObject({
      answered: [],
      rejected: [],
    })
    const begunAnew = aNewAnswer({ reset: true, results })
    expect(planSyncRoundWrites(aCopy([row]), sentRound([row]), begunAnew)).toMatchObject({
      answered: [1],
      rejected: [{}],
    })
  })

  test('[SC16] a server that was set back gets again what it had applied, but neither what it refused nor what waits anyway', () => {
    const outbox = [anOutboxRow(1), anOutboxRow(2), anOutboxRow(3)] as const
    const { id, change } = outbox[1]
    const rejected = [{ id, change, offset: 0, code: 'invalid' as const, at: NOON }]
    const applied = outboxRowsAppliedByServer(outbox, { answered: [1, 2], rejected }, NOON)
    expect(applied.map(({ seq, at }) => [seq, at])).toEqual([[1, NOON]])
    expect(appliedRowsToSendAgain(applied, [outbox[2]], NOON + 1)).toEqual([outbox[0]])
    expect(appliedRowsToSendAgain(applied, outbox, NOON + 1)).toEqual([])
  })

  test('[SC16] what the server applied is kept for thirty days', async () => {
    let keptSince = 0
    const getAllKeys = async (before: number) => ((keptSince = before), [])
    vi.stubGlobal('IDBKeyRange', { upperBound: (at: number) => at })
    const table = { get: async () => undefined, put: async () => 0, delete: async () => undefined }
    const index = () => ({ getAllKeys })
    const tables = new Proxy({}, { get: () => ({ ...table, index }) }) as TransactionTables
    const row = anOutboxRow(1)
    const answer = aNewAnswer({ results: [{ id: row.id, status: 'applied' }] })
    const writes = planSyncRoundWrites(aCopy([row]), sentRound([row]), answer)
    if (writes !== null) await storeSyncRoundWrites(tables, aCopy([row]), writes)
    expect((Date.now() - keptSince) / 86_400_000).toBeCloseTo(30)
  })

  test.each([
    [null, 1],
    ['pro' as const, 0],
  ])('[RC2] what was rejected is tried again when Pro is bought, and not for ever', async (role, times) => {
    const getAll = vi.fn(async () => [])
    const meta = {
      get: async () => ({ value: { ...INITIAL_SYNC_POSITION, role } }),
      put: async () => 'position',
    }
    const tables = { meta, rejected: { getAll }, outbox: {} } as unknown as TransactionTables
    await storeRoleOutsideSync(tables, 'pro')
    expect(getAll).toHaveBeenCalledTimes(times)
  })

  test('[HI5] an entry taken back elsewhere stays so when the answer to its own change comes late', () => {
    const own = aPractice()
    expect(mergeOwnIntoStoredEntry({ ...own, retractedAt: NOON }, own).retractedAt).toBe(NOON)
  })

  test.each([
    ['of another epoch than another tab has stored meanwhile', { epoch: 'second', cursor: 7 }],
    ['that would leave a gap', { cursor: 3 }],
    ['that would leave a gap in the log', { entriesCursor: 3 }],
    ['that comes after a newer one', { cursor: 9 }],
    ['that comes after a newer one of the log', { entriesCursor: 9 }],
  ])('[SC19] an answer %s is asked for again', (_, position) => {
    expect(planSyncRoundWrites(aCopy([], position), sentRound([]), aNewAnswer())).toBeNull()
  })
})

describe('the clock', () => {
  const roundTrip = { sentAt: NOON, answeredAt: NOON + 100 }

  test('[ME1] a device that is an hour slow learns so from the middle of the round trip', () => {
    expect(nextClockOffset(0, roundTrip, NOON + 50 + 3_600_000)).toBe(3_600_000)
  })

  test('[ME1] a difference within the uncertainty of a round trip changes nothing', () => {
    expect(nextClockOffset(0, roundTrip, NOON + 900)).toBe(0)
    const slow = { sentAt: NOON, answeredAt: NOON + 20_000 }
    expect(nextClockOffset(0, slow, NOON + 19_000)).toBe(0)
  })

  test('[ME1] a clock that was set right is believed again', () => {
    expect(nextClockOffset(3_600_000, roundTrip, NOON + 50)).toBe(0)
  })
})

describe('the lock of all tabs', () => {
  const stubLocks = (isGranted: boolean) =>
    vi.stubGlobal('navigator', {
      locks: {
        request: (_name: string, options: LockOptions, begin: () => Promise<unknown>) =>
          isGranted || options.steal === true
            ? begin()
            : Promise.reject(new DOMException('too late', 'TimeoutError')),
      },
    })

  test('[SC12] a tab that waits too long for its turn takes it, once', async () => {
    stubLocks(false)
    const work = vi.fn(async () => 'done')
    await expect(withLockStolenAfterTimeout('sync', work)).resolves.toBe('done')
    expect(work).toHaveBeenCalledTimes(1)
  })

  test('[SC12] work that fails says so, and is not done again', async () => {
    stubLocks(true)
    const work = vi.fn(() => Promise.reject(new Error('broken')))
    await expect(withLockStolenAfterTimeout('sync', work)).rejects.toThrow('broken')
    expect(work).toHaveBeenCalledTimes(1)
  })

  test('[SC12] a page over plain HTTP, which has no locks, works without one', async () => {
    vi.stubGlobal('navigator', {})
    await expect(withLockStolenAfterTimeout('sync', async () => 'done')).resolves.toBe('done')
  })
})
