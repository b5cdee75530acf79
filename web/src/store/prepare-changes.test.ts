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
} from '#tests/library/builders.ts'
import { changesToSend, EMPTY_DEVICE_COPY, type TabCopy, prepareChanges } from './device-copy.ts'
import type { SyncPosition } from './local-database.ts'

function aCopy(position: Partial<SyncPosition> = {}, view = aLibrary()): TabCopy {
  return {
    ...EMPTY_DEVICE_COPY,
    view,
    newest: NOON,
    position: { ...EMPTY_DEVICE_COPY.position, ...position },
  }
}

const rename = (name: string): Intention => ({ kind: 'piece.patch', args: { id: pieceId(1), name } })
const deletion: Intention = { kind: 'piece.delete', args: { id: pieceId(1) } }
const another = (number: number, name = 'Sarabande'): Intention => ({
  kind: 'piece.create',
  args: {
    id: pieceId(number),
    name,
    importance: 3,
    endTempo: bpm(100),
    parts: [{ id: partId(number), name: null, currentTempo: bpm(60) }],
  },
})
const prepare = (copy: TabCopy, intentions: Intention[], now = NOON + 1000) =>
  prepareChanges(
    copy,
    intentions,
    now,
    intentions.map((_, index) => changeId(index + 1)),
  )

const fourPieces = aLibrary({ pieces: [1, 2, 3, 4].map(number => aPiece({ id: pieceId(number) })) })

describe('what becomes of an intention', () => {
  test('[ME1] it is stamped with this device’s clock as far as the server corrected it', () => {
    const prepared = prepare(aCopy({ clockOffset: 500 }), [rename('Giga')])
    expect(prepared).toMatchObject({
      kind: 'prepared',
      changes: [{ id: changeId(1), at: NOON + 1500 }],
    })
  })

  test('[ME1] on a clock that is an hour slow it still comes after everything seen, and shows', () => {
    const prepared = prepare(aCopy(), [rename('Giga')], NOON - 3_600_000)
    if (prepared.kind === 'rejected') throw new Error(prepared.code)
    expect(prepared.changes).toMatchObject([{ at: NOON + 1 }])
    expect(prepared.view.pieces.get(pieceId(1))?.name).toBe('Giga')
  })

  test('[ST1] several come one after the other and see each other', () => {
    const prepared = prepare(aCopy(), [
      another(2),
      { kind: 'piece.patch', args: { id: pieceId(2), name: 'Courante' } },
    ])
    if (prepared.kind === 'rejected') throw new Error(prepared.code)
    expect(prepared.view.pieces.get(pieceId(2))?.name).toBe('Courante')
    const [first, second] = prepared.changes
    expect(second?.at).toBeGreaterThan(first?.at ?? Infinity)
  })

  test('[ST1] when one of several is refused, all of them are', () => {
    expect(prepare(aCopy(), [rename('Giga'), deletion, rename('Gigue')])).toEqual({
      kind: 'rejected',
      code: 'deleted',
    })
  })

  test('[ST1] what the rules refuse is refused here already, with the server’s own word', () => {
    const gone: Intention = { kind: 'piece.delete', args: { id: pieceId(9) } }
    expect(prepare(aCopy(), [gone])).toEqual({ kind: 'rejected', code: 'not-found' })
    const lastPart: Intention = { kind: 'part.delete', args: { id: partId(1) } }
    expect(prepare(aCopy(), [lastPart])).toEqual({ kind: 'rejected', code: 'last-part' })
  })

  test('[ST1] the fifth piece of a Free plan is refused, of a Pro plan and of one not known yet it is not', () => {
    expect(prepare(aCopy({ role: null }, fourPieces), [another(5)])).toEqual({
      kind: 'rejected',
      code: 'too-many-pieces',
    })
    expect(prepare(aCopy({ role: 'pro' }, fourPieces), [another(5)]).kind).toBe('prepared')
    expect(prepare(aCopy({ role: undefined }, fourPieces), [another(5)]).kind).toBe('prepared')
  })

  test('[ST1] the fourth section of a Free plan is refused', () => {
    const parts = [1, 2, 3].map(number => aPart({ id: partId(number), name: `bar ${number}` }))
    const added: Intention = {
      kind: 'part.add',
      args: { id: partId(4), pieceId: pieceId(1), name: 'coda', currentTempo: bpm(60) },
    }
    const copy = aCopy({ role: null }, aLibrary({ pieces: [aPiece()], parts }))
    expect(prepare(copy, [added])).toEqual({ kind: 'rejected', code: 'too-many-parts' })
  })

  test('names are kept as the server will keep them', () => {
    const prepared = prepare(aCopy(), [another(2, '  Clair   de lune ')])
    if (prepared.kind === 'rejected') throw new Error(prepared.code)
    expect(prepared.view.pieces.get(pieceId(2))?.name).toBe('Clair de lune')
    expect(prepared.changes[0]).toMatchObject({ args: { name: 'Clair de lune' } })
  })
})

describe('what was done before', () => {
  test('[EX9] keeps its time, never a later one than now, and what comes after it is stamped as ever', () => {
    const copy = aCopy({ clockOffset: 500 })
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
    expect(changesToSend(outbox, 60_000).map(({ at }) => at - NOON)).toEqual([60_000, -5000])
  })
})
