import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { arbitraryIntention, CROWDED_NUMBERS, someChanges } from '#tests/library/arbitraries.ts'
import {
  aChange,
  aLibrary,
  aPart,
  aPiece,
  aPractice,
  bpm,
  NOON,
  partId,
  pieceId,
  practiceId,
} from '#tests/library/builders.ts'
import { visibleLibrary } from '#tests/sync/visible-library.ts'
import type { Change, Intention } from './change.ts'
import { applyChange, replayChanges } from './apply-change.ts'
import { PIECE_FIELDS } from './fields.ts'
import { undeletedPieces, withUpsertedRows, type LibraryWithNeededEntries } from './library.ts'
import type { Piece, PieceFields } from './piece.ts'

const base = aLibrary({
  pieces: [1, 2].map(number => aPiece({ id: pieceId(number) })),
  parts: [1, 2, 3, 4].map(number =>
    aPart({
      id: partId(number),
      pieceId: pieceId(number < 3 ? 1 : 2),
      position: (number + 1) % 2,
      lastPracticed: NOON - number,
    }),
  ),
  practice: [1, 2, 3, 4].map(number =>
    aPractice({
      id: practiceId(number),
      partId: partId(number),
      pieceId: pieceId(number < 3 ? 1 : 2),
      at: NOON - number,
    }),
  ),
})

const applyAll = (library: LibraryWithNeededEntries, changes: readonly Change[]) =>
  changes.reduce((library, change) => {
    const outcome = applyChange(library, change)
    return outcome.kind === 'rejected' ? library : withUpsertedRows(library, outcome.rows)
  }, library)

function acceptedChanges(library: LibraryWithNeededEntries, changes: readonly Change[]): Change[] {
  let now = library
  return changes.filter(change => {
    const outcome = applyChange(now, change)
    if (outcome.kind === 'rejected') return false
    now = withUpsertedRows(now, outcome.rows)
    // No device moves a deleted section. Such a move would take effect if it were replayed after a restore.
    return change.kind !== 'part.patch' || outcome.rows.parts.length > 0
  })
}

/**
 * Intentions whose effect does not depend on another device: it edits everything, creates rows under its own ids only,
 * never deletes the last part of a piece and restores nothing of the other device.
 */
function anIndependentIntention(device: number): fc.Arbitrary<Intention> {
  const own = fc.integer({ min: 10 * device, max: 10 * device + 3 })
  const shared = fc.integer({ min: 1, max: 4 })
  const [wide, narrow] = [
    arbitraryIntention({
      pieces: fc.oneof(own, fc.constantFrom(1, 2)),
      parts: fc.oneof(own, shared),
      practice: own,
    }),
    arbitraryIntention({ pieces: own, parts: own, practice: own }),
  ]
  // A device retracts to a time that it knew. A random time would belong to no entry.
  const withoutOlderPractice = (intention: Intention): Intention =>
    intention.kind === 'practice.retract'
      ? { ...intention, args: { ...intention.args, lastPracticed: null } }
      : intention
  return fc.oneof(
    { weight: 1, arbitrary: narrow.map(withoutOlderPractice) },
    {
      weight: 4,
      arbitrary: wide.map(withoutOlderPractice).filter(({ kind, args }) => {
        if (kind === 'part.delete') return ![partId(1), partId(3)].includes(args.id)
        if (kind === 'part.restore') return ![1, 2, 3, 4].map(partId).includes(args.id)
        // What changes on a piece between its deletion and a restoration depends on both devices.
        return kind !== 'piece.restore' || ![pieceId(1), pieceId(2)].includes(args.id)
      }),
    },
    // Every device that retracts a shared entry returns to the same tempo before it.
    shared.map(number => ({
      kind: 'practice.retract' as const,
      args: { id: practiceId(number), currentTempo: bpm(60 + number), lastPracticed: null },
    })),
  )
}

const twoDevices = fc
  .tuple(
    someChanges(anIndependentIntention(1), 25),
    someChanges(anIndependentIntention(2), 25),
    fc.infiniteStream(fc.boolean()),
  )
  .map(([one, two, turns]) => {
    const first = acceptedChanges(base, one)
    // Stamps of the two devices are never equal, because ME1 decides ties by the order of arrival.
    const second = acceptedChanges(
      base,
      two.map(change => ({ ...change, at: change.at + 500 })),
    )
    const arrival: Change[] = []
    let [i, j] = [0, 0]
    while (i < first.length || j < second.length) {
      const isFirst = j >= second.length || (i < first.length && turns.next().value)
      arrival.push(...(isFirst ? first.slice(i, ++i) : second.slice(j, ++j)))
    }
    return { first, second, arrival }
  })

const copyRows = ({ pieces, parts, practice }: LibraryWithNeededEntries) =>
  structuredClone([pieces, parts, practice].map(map => new Map<string, object>(map)))

describe('replaying', () => {
  test('[LS4] any change on any library: no throw, nothing changed in place, twice is once, replaying is one by one', () => {
    const before = copyRows(base)
    fc.assert(
      fc.property(someChanges(arbitraryIntention(CROWDED_NUMBERS)), changes => {
        let library = base
        for (const change of changes) {
          const seen = copyRows(library)
          const once = applyAll(library, [change])
          expect(copyRows(library)).toEqual(seen)
          expect(applyAll(once, [change])).toEqual(once)
          library = once
        }
        expect(copyRows(base)).toEqual(before)
        expect(replayChanges(base, changes)).toEqual(library)
      }),
      { numRuns: 50 },
    )
  })

  test('[LS4][ME7] the same list twice is harmless', () => {
    fc.assert(
      fc.property(someChanges(arbitraryIntention(CROWDED_NUMBERS), 40), all => {
        const changes = acceptedChanges(base, all)
        const once = replayChanges(base, changes)
        expect(replayChanges(once, changes)).toEqual(once)
      }),
    )
  })
})

describe('independent changes', () => {
  test('[ME1] the order of arrival does not matter', () => {
    fc.assert(
      fc.property(twoDevices, ({ first, second, arrival }) => {
        const expected = visibleLibrary(replayChanges(base, [...first, ...second]))
        expect(visibleLibrary(replayChanges(base, [...second, ...first]))).toEqual(expected)
        expect(visibleLibrary(replayChanges(base, arrival))).toEqual(expected)
      }),
      { numRuns: 500 },
    )
  })

  test('[ME1][LI20] edits, deletions, returns and entries may come in any order at all', () => {
    const inAnyOrder = (kinds: readonly string[], parts: readonly number[]) => {
      const intention = arbitraryIntention({
        pieces: fc.constantFrom(1, 2),
        parts: fc.constantFrom(...parts),
        practice: fc.integer({ min: 50, max: 90 }),
      }).filter(({ kind }) => kinds.includes(kind))
      const shuffled = someChanges(intention)
        .map(withUniqueEntryIds)
        .chain(all => fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length })))
      fc.assert(
        fc.property(shuffled, ([one, other]) => {
          expect(visibleLibrary(replayChanges(base, other))).toEqual(visibleLibrary(replayChanges(base, one)))
        }),
      )
    }
    inAnyOrder(['piece.patch', 'part.patch', 'practice.add', 'piece.delete'], [1, 2, 3, 4])
    inAnyOrder(['piece.delete', 'piece.restore', 'practice.add'], [1, 2, 3, 4])
    // The last part of a piece is not deleted.
    inAnyOrder(['part.delete', 'part.restore', 'practice.add'], [2, 4])
  })

  test('[ME7] every accepted entry is in the history exactly once', () => {
    fc.assert(
      fc.property(twoDevices, ({ first, second, arrival }) => {
        const entries = [...first, ...second].flatMap(change =>
          change.kind === 'practice.add' ? [change.args.id] : [],
        )
        const history = replayChanges(base, [...arrival, ...first, ...second]).practice
        expect([...history.keys()].toSorted()).toEqual(
          [...new Set([...base.practice.keys(), ...entries])].toSorted(),
        )
      }),
    )
  })

  test('[ME7] every field holds the value of its latest stamp', () => {
    fc.assert(
      fc.property(twoDevices, ({ first, second, arrival }) => {
        const all = [...first, ...second].toSorted((a, b) => a.at - b.at)
        const after = replayChanges(base, arrival)
        for (const piece of undeletedPieces(after).filter(({ id }) => base.pieces.has(id))) {
          const edits = all.flatMap(({ kind, args }) =>
            kind === 'piece.patch' && args.id === piece.id ? [args] : [],
          )
          const latest = { ...base.pieces.get(piece.id), ...Object.assign({}, ...edits) } as Piece
          for (const name of Object.keys(PIECE_FIELDS) as (keyof PieceFields)[])
            expect(piece[name]).toEqual(latest[name])
        }
      }),
    )
  })

  test('[ME7] the tempo of a part is the latest one practiced or typed, its time the latest practiced', () => {
    const edits = arbitraryIntention({
      pieces: fc.constant(1),
      parts: fc.constantFrom(1, 2),
      practice: fc.integer({ min: 50, max: 90 }),
    }).filter(({ kind }) => ['part.patch', 'practice.add'].includes(kind))
    fc.assert(
      fc.property(someChanges(edits), all => {
        const changes = withUniqueEntryIds(all)
        const inTime = changes.toSorted((a, b) => a.at - b.at)
        for (const id of [partId(1), partId(2)]) {
          const practiced = inTime.flatMap(change =>
            change.kind === 'practice.add' && change.args.partId === id ? [change] : [],
          )
          const tempos = inTime.flatMap(change => {
            if (change.kind === 'part.patch' && change.args.id === id) return change.args.currentTempo ?? []
            const entry = practiced.find(({ at }) => at === change.at)?.args
            return entry === undefined || entry.runThroughId !== undefined ? [] : entry.tempo
          })
          expect(replayChanges(base, changes).parts.get(id)).toMatchObject({
            currentTempo: tempos.at(-1) ?? 80,
            lastPracticed: practiced.at(-1)?.at ?? base.parts.get(id)?.lastPracticed,
          })
        }
      }),
    )
  })
})

const withUniqueEntryIds = (changes: readonly Change[]) =>
  changes.filter(
    ({ kind, args }, place) =>
      kind !== 'practice.add' ||
      changes.findIndex(other => other.kind === 'practice.add' && other.args.id === args.id) === place,
  )

test('[CH1] a section that is added behind the last place of all stays at it', () => {
  const last = aLibrary({ pieces: [aPiece({})], parts: [aPart({ position: 100_000 })] })
  const args = { id: partId(2), pieceId: pieceId(1), name: 'Coda', currentTempo: bpm(60) }
  const outcome = applyChange(last, aChange({ kind: 'part.add', args }))
  expect(outcome).toMatchObject({ kind: 'applied', rows: { parts: [{ id: partId(2), position: 100_000 }] } })
})
