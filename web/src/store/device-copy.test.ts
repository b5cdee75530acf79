import { describe, expect, test } from 'vitest'
import type { Change, Intention } from '#core/library/change.ts'
import {
  aChange,
  aLibrary,
  aPart,
  aPiece,
  bpm,
  changeId,
  NOON,
  partId,
  pieceId,
  practiceId,
} from '#tests/library/builders.ts'
import {
  applyStoreDelta,
  changesInServerTime,
  EMPTY_LIBRARY_COPY,
  isLibraryCopyNewer,
  newOutboxRows,
  prepareChanges,
  type LibraryCopy,
} from './library-copy.ts'
import { INITIAL_SYNC_POSITION, type OutboxRow, type SyncPosition } from './local-database.ts'

const renamed = (name: string, at: number) =>
  aChange({ kind: 'piece.patch', args: { id: pieceId(1), name } }, { at })
const practiced = (tempo: number, at = NOON + 1000) =>
  aChange(
    {
      kind: 'practice.add',
      args: { id: practiceId(tempo), pieceId: pieceId(1), partId: partId(1), tempo: bpm(tempo) },
    },
    { at },
  )

let seq = 0
const queued = (change: Change, offset = 0): OutboxRow => ({ seq: ++seq, id: change.id, change, offset })

function aCopy(): LibraryCopy {
  return applyStoreDelta(EMPTY_LIBRARY_COPY, {
    kind: 'everything',
    rows: { pieces: [aPiece({ revision: 5 })], parts: [aPart({ revision: 5 })] },
    outbox: [],
    position: { ...INITIAL_SYNC_POSITION, cursor: 5, epoch: 'first', version: 1, generation: 1 },
    rejected: 0,
  })
}

describe('what a tab holds in memory', () => {
  test('a waiting change is seen at once and leaves the confirmed rows alone', () => {
    const copy = applyStoreDelta(aCopy(), { kind: 'waiting', added: [queued(practiced(93))] })
    expect(copy.view.parts.get(partId(1))?.currentTempo).toBe(93)
    expect(copy.confirmed.parts.get(partId(1))?.currentTempo).toBe(80)
    expect(copy.outbox).toHaveLength(1)
  })

  test('[ST29] nothing new keeps the very same copy, so that no screen is drawn again', () => {
    const copy = aCopy()
    expect(applyStoreDelta(copy, { kind: 'waiting', added: [] })).toBe(copy)
  })

  test('[ST29] of two copies the one that has read further is kept, whichever was finished first', () => {
    const older = aCopy()
    const newer = applyStoreDelta(older, { kind: 'waiting', added: [queued(practiced(93))] })
    expect(isLibraryCopyNewer(newer, older)).toBe(true)
    expect(isLibraryCopyNewer(older, newer)).toBe(false)
    expect(isLibraryCopyNewer(older, older)).toBe(false)
    const answered = { ...older, position: { ...older.position, version: 2 } }
    expect(isLibraryCopyNewer(answered, newer)).toBe(true)
  })

  test('[ME1] a clock that was an hour ahead no longer pushes edits ahead once that is known', () => {
    const hour = 3_600_000
    const ahead = applyStoreDelta(aCopy(), { kind: 'waiting', added: [queued(practiced(93, NOON + hour))] })
    const copy = applyStoreDelta(ahead, {
      kind: 'round',
      rows: { pieces: [], parts: [aPart({ revision: 6, stamps: { currentTempo: NOON + 20 } })] },
      outbox: [],
      position: { ...ahead.position, cursor: 6, version: 2, clockOffset: -hour },
      rejected: 0,
    })
    expect(copy.newest).toBe(NOON + 20)
  })
})

describe('what waits, as it is sent', () => {
  test('[ME1] a stamp made before the server was heard is told in its time', () => {
    const change = practiced(93, NOON)
    expect(changesInServerTime([queued(change, 0)], 3_600_000)).toEqual([{ ...change, at: NOON + 3_600_000 }])
  })

  test('[ME1] changes keep the order in which they were made, whatever the clock was thought to be', () => {
    const first = queued({ ...renamed('first', NOON + 5000), id: changeId(1) }, 0)
    const second = queued({ ...renamed('second', NOON + 5001), id: changeId(2) }, 4000)
    const sent = changesInServerTime([first, second], 4000)
    expect(sent.map(change => change.id)).toEqual([changeId(1), changeId(2)])
    expect(sent[1]?.at).toBeGreaterThanOrEqual(sent[0]?.at ?? Infinity)
  })

  test('[RC2] what was refused before keeps its stamp, and makes no other change newer', () => {
    const tuesday = queued(renamed('tuesday', NOON + 5000))
    const monday: OutboxRow = { ...queued(practiced(93, NOON)), again: true }
    const [first, second] = changesInServerTime([tuesday, monday], 0)
    expect([first?.at, second?.at]).toEqual([NOON + 5000, NOON])
    const late: OutboxRow = { ...monday, change: { ...monday.change, at: NOON + 9000 } }
    expect(changesInServerTime([late, tuesday], 0)[1]?.at).toBe(NOON + 5000)
  })
})

test('[ME1][PX47] a correction of what still waits keeps its time, whatever the clock is found to be', () => {
  const added = practiced(90, NOON)
  const outbox = [queued(added)]
  const copy = applyStoreDelta(aCopy(), { kind: 'waiting', added: outbox })
  const corrected: Intention[] = [
    { kind: 'practice.retract', args: { id: practiceId(90), currentTempo: bpm(80), lastPracticed: null } },
    practiced(91),
  ]
  const ids = [changeId(11), changeId(12)]
  const prepared = prepareChanges(copy, corrected, NOON + 60_000, ids, [null, NOON])
  if (prepared.kind === 'rejected') throw new Error(prepared.code)
  expect(prepared.changes.map(({ at, original }) => [at - NOON, original])).toEqual([
    [60_000, undefined],
    [0, undefined],
  ])
  const rows = newOutboxRows(copy, prepared).map(row => ({ ...row, seq: ++seq }))
  const sent = changesInServerTime([...outbox, ...rows], 3_600_000)
  expect(sent[2]?.at).toBe(sent[0]?.at)
})

function aCopyWith(position: Partial<SyncPosition> = {}, view = aLibrary()): LibraryCopy {
  return {
    ...EMPTY_LIBRARY_COPY,
    view,
    newest: NOON,
    position: { ...EMPTY_LIBRARY_COPY.position, ...position },
  }
}

const rename = (name: string): Intention => ({ kind: 'piece.patch', args: { id: pieceId(1), name } })
const createPiece = (number: number, name = 'Sarabande'): Intention => ({
  kind: 'piece.create',
  args: {
    id: pieceId(number),
    name,
    importance: 3,
    endTempo: bpm(100),
    parts: [{ id: partId(number), name: null, currentTempo: bpm(60) }],
  },
})
const prepare = (copy: LibraryCopy, intentions: Intention[], now = NOON + 1000) =>
  prepareChanges(
    copy,
    intentions,
    now,
    intentions.map((_, index) => changeId(index + 1)),
  )

const fourPieces = aLibrary({ pieces: [1, 2, 3, 4].map(number => aPiece({ id: pieceId(number) })) })

describe('what becomes of an intention', () => {
  test('[ME1] it is stamped with this device’s clock as far as the server corrected it', () => {
    const prepared = prepare(aCopyWith({ clockOffset: 500 }), [rename('Giga')])
    expect(prepared).toMatchObject({ kind: 'prepared', changes: [{ id: changeId(1), at: NOON + 1500 }] })
  })

  test('[ME1] on a clock that is an hour slow it still comes after everything seen, and shows', () => {
    const prepared = prepare(aCopyWith(), [rename('Giga')], NOON - 3_600_000)
    if (prepared.kind === 'rejected') throw new Error(prepared.code)
    expect(prepared.changes).toMatchObject([{ at: NOON + 1 }])
    expect(prepared.view.pieces.get(pieceId(1))?.name).toBe('Giga')
  })

  test('[ST1] several come one after the other and see each other', () => {
    const prepared = prepare(aCopyWith(), [
      createPiece(2),
      { kind: 'piece.patch', args: { id: pieceId(2), name: 'Courante' } },
    ])
    if (prepared.kind === 'rejected') throw new Error(prepared.code)
    expect(prepared.view.pieces.get(pieceId(2))?.name).toBe('Courante')
    const [first, second] = prepared.changes
    expect(second?.at).toBeGreaterThan(first?.at ?? Infinity)
  })

  test('[ST1] what the rules refuse is refused here already, with the server’s own word', () => {
    const gone: Intention = { kind: 'piece.delete', args: { id: pieceId(9) } }
    expect(prepare(aCopyWith(), [gone])).toEqual({ kind: 'rejected', code: 'not-found' })
    const lastPart: Intention = { kind: 'part.delete', args: { id: partId(1) } }
    expect(prepare(aCopyWith(), [lastPart])).toEqual({ kind: 'rejected', code: 'last-part' })
  })

  test('[ST1] the fifth piece of a Free plan is refused, of a Pro plan and of one not known yet it is not', () => {
    expect(prepare(aCopyWith({ role: null }, fourPieces), [createPiece(5)])).toEqual({
      kind: 'rejected',
      code: 'too-many-pieces',
    })
    expect(prepare(aCopyWith({ role: 'pro' }, fourPieces), [createPiece(5)]).kind).toBe('prepared')
    expect(prepare(aCopyWith({ role: undefined }, fourPieces), [createPiece(5)]).kind).toBe('prepared')
  })

  test('names are kept as the server will keep them', () => {
    const prepared = prepare(aCopyWith(), [createPiece(2, '  Clair   de lune ')])
    if (prepared.kind === 'rejected') throw new Error(prepared.code)
    expect(prepared.view.pieces.get(pieceId(2))?.name).toBe('Clair de lune')
    expect(prepared.changes[0]).toMatchObject({ args: { name: 'Clair de lune' } })
  })
})

describe('what was done before', () => {
  test('[EX9] keeps its time, never a later one than now, and what comes after it is stamped as ever', () => {
    const copy = aCopyWith({ clockOffset: 500 })
    const times = [NOON - 5000, NOON + 9000, null]
    const names = ['Courante', 'Loure', 'Menuet'].map(rename)
    const ids = times.map((_, index) => changeId(index + 1))
    const prepared = prepareChanges(copy, names, NOON + 1000, ids, times)
    if (prepared.kind === 'rejected') throw new Error(prepared.code)
    expect(prepared.changes.map(({ at, original }) => [at - NOON, original])).toEqual([
      [-5000, true],
      [1500, true],
      [1500, undefined],
    ])
  })

  test('[EX9] is sent as it is, whatever was learnt of the clocks since and whatever waits before it', () => {
    const change = aChange(rename('Courante'), { at: NOON - 5000 })
    const row = (seq: number, change: Change) => ({ seq, id: change.id, change, offset: 0 })
    const outbox = [
      row(1, aChange(rename('Loure'), { at: NOON })),
      row(2, { ...change, original: true as const }),
    ]
    expect(changesInServerTime(outbox, 60_000).map(({ at }) => at - NOON)).toEqual([60_000, -5000])
  })
})
