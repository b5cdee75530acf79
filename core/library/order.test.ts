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
import { undeletedPieces, withUpsertedRows, type LibraryWithEntries } from './library.ts'
import type { Piece } from './piece.ts'

// In which order changes arrive, and how often.

/** The library of two pieces with two parts each; part 1 of each is never deleted here. One entry per part. */
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

const fold = (library: LibraryWithEntries, changes: readonly Change[]) =>
  changes.reduce((library, change) => {
    const outcome = applyChange(library, change)
    return outcome.kind === 'rejected' ? library : withUpsertedRows(library, outcome.rows)
  }, library)

/** The changes that were possible when they were made, one after the other: what an outbox holds. */
function possible(library: LibraryWithEntries, changes: readonly Change[]): Change[] {
  let now = library
  return changes.filter(change => {
    const outcome = applyChange(now, change)
    if (outcome.kind === 'rejected') return false
    now = withUpsertedRows(now, outcome.rows)
    // No device moves a section that it shows as deleted. Such a move would count if it came again after a return.
    return change.kind !== 'part.patch' || outcome.rows.parts.length > 0
  })
}

/**
 * What one device may do beside others: it edits all there is, makes pieces, parts and entries with ids of its own,
 * deletes no part that would leave a piece empty and brings back nothing of the other's.
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
  // What the device tells of the time before is what it knew; a moment at random would be an entry that nobody has.
  const knowing = (intention: Intention): Intention =>
    intention.kind === 'practice.retract'
      ? { ...intention, args: { ...intention.args, lastPracticed: null } }
      : intention
  return fc.oneof(
    { weight: 1, arbitrary: narrow.map(knowing) },
    {
      weight: 4,
      arbitrary: wide.map(knowing).filter(({ kind, args }) => {
        if (kind === 'part.delete') return ![partId(1), partId(3)].includes(args.id)
        if (kind === 'part.restore') return ![1, 2, 3, 4].map(partId).includes(args.id)
        // What happens to a piece between its deletion and its return depends on both.
        return kind !== 'piece.restore' || ![pieceId(1), pieceId(2)].includes(args.id)
      }),
    },
    // A shared entry is taken back by a button that knows what was before.
    shared.map(number => ({
      kind: 'practice.retract' as const,
      args: { id: practiceId(number), currentTempo: bpm(60 + number), lastPracticed: null },
    })),
  )
}

/** Two devices' changes, each possible where it was made, and one way in which they arrive at the server. */
const twoDevices = fc
  .tuple(
    someChanges(anIndependentIntention(1), 25),
    someChanges(anIndependentIntention(2), 25),
    fc.infiniteStream(fc.boolean()),
  )
  .map(([one, two, turns]) => {
    const first = possible(base, one)
    // Stamps of the two never meet: whoever wins a tie is told by ME1.
    const second = possible(
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

/** Copies of all rows, which nothing can change any more. */
const rowsOf = ({ pieces, parts, practice }: LibraryWithEntries) =>
  structuredClone([pieces, parts, practice].map(map => new Map<string, object>(map)))

describe('replaying', () => {
  test('[LS4] any change on any library: no throw, nothing changed in place, twice is once, replaying is one by one', () => {
    const before = rowsOf(base)
    fc.assert(
      fc.property(someChanges(arbitraryIntention(CROWDED_NUMBERS)), changes => {
        let library = base
        for (const change of changes) {
          const seen = rowsOf(library)
          const once = fold(library, [change])
          expect(rowsOf(library)).toEqual(seen)
          expect(fold(once, [change])).toEqual(once)
          library = once
        }
        expect(rowsOf(base)).toEqual(before)
        expect(replayChanges(base, changes)).toEqual(library)
      }),
      { numRuns: 50 },
    )
  })

  test('[LS4][ME7] the same list twice is harmless', () => {
    fc.assert(
      fc.property(someChanges(arbitraryIntention(CROWDED_NUMBERS), 40), all => {
        const changes = possible(base, all)
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
        .map(uniqueEntries)
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
          const { name, importance, endTempo, click, performOn, onHold } = latest
          expect(piece).toMatchObject({ name, importance, endTempo, click, performOn, onHold })
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
        const changes = uniqueEntries(all)
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

/** Changes of which each makes its own practice entry. */
const uniqueEntries = (changes: readonly Change[]) =>
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
