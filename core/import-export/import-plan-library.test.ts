import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { arbitraryIntention, CROWDED_NUMBERS, someChanges } from '#tests/library/arbitraries.ts'
import {
  aLibrary,
  aPart,
  aPiece,
  aPractice,
  bpm,
  day,
  NOON,
  partId,
  pieceId,
  practiceId,
} from '#tests/library/builders.ts'
import { applySteps, broughtOver, exportLibrary, planImport } from '#tests/library/import-trip.ts'
import type { Change } from '#core/library/change.ts'
import { splitImportIntoBatches } from './import-plan.ts'
import { replayChanges } from '#core/library/apply-change.ts'
import {
  EMPTY_LIBRARY,
  undeletedPieces,
  undeletedPartsOf,
  type LibraryWithEntries,
} from '#core/library/library.ts'

const isSomething = (changes: readonly Change[]) => replayChanges(EMPTY_LIBRARY, changes).pieces.size > 0
// A deleted piece takes entries of sections that never came to be. If it comes back, an import reports them.
const worldsOf = (bounds: typeof CROWDED_NUMBERS, most: number) =>
  someChanges(
    arbitraryIntention(bounds).filter(({ kind }) => kind !== 'piece.restore'),
    most,
  ).filter(isSomething)
/** The ids of the living sections, whose order differs where a plan took some of them later. */
const sectionsOf = (library: LibraryWithEntries) =>
  undeletedPieces(library)
    .flatMap(({ id }) => undeletedPartsOf(library, id).map(part => part.id))
    .sort()
const worlds = worldsOf(CROWDED_NUMBERS, 40)
const DAY = 86_400_000

describe('an export that is imported', () => {
  test('[EX9] into an empty account gives the same pieces, sections and history', () => {
    fc.assert(
      fc.property(worlds, changes => {
        const before = replayChanges(EMPTY_LIBRARY, changes)
        const plan = planImport(exportLibrary(before), EMPTY_LIBRARY)
        expect(plan.faults).toEqual([])
        expect(broughtOver(applySteps(EMPTY_LIBRARY, plan.steps))).toEqual(broughtOver(before))
      }),
      { numRuns: 500 },
    )
  })

  test('[EX9] twice adds nothing the second time, wherever the first one was interrupted', () => {
    fc.assert(
      fc.property(worlds, fc.nat(100), (changes, percent) => {
        const file = exportLibrary(replayChanges(EMPTY_LIBRARY, changes))
        const { steps } = planImport(file, EMPTY_LIBRARY)
        const whole = applySteps(EMPTY_LIBRARY, steps)
        expect(planImport(file, whole).steps).toEqual([])
        const lots = splitImportIntoBatches(steps, 1)
        const stored = lots.slice(0, Math.floor((lots.length * percent) / 100)).flat()
        const half = applySteps(EMPTY_LIBRARY, stored)
        const rest = applySteps(half, planImport(file, half).steps)
        expect([...rest.practice.keys()].sort()).toEqual([...whole.practice.keys()].sort())
        expect(sectionsOf(rest)).toEqual(sectionsOf(whole))
      }),
      { numRuns: 300 },
    )
  })

  test('[EX9] into the account it came from, which has not changed, adds nothing', () => {
    fc.assert(
      fc.property(worlds, changes => {
        const library = replayChanges(EMPTY_LIBRARY, changes)
        expect(planImport(exportLibrary(library), library).steps).toEqual([])
      }),
    )
  })

  test('[EX9] never takes the Free plan beyond its pieces and sections, and what is left comes after an upgrade', () => {
    const many = {
      ...CROWDED_NUMBERS,
      pieces: fc.integer({ min: 1, max: 8 }),
      parts: fc.integer({ min: 1, max: 16 }),
    }
    fc.assert(
      fc.property(worldsOf(many, 60), changes => {
        const before = replayChanges(EMPTY_LIBRARY, changes)
        const file = exportLibrary(before)
        const plan = planImport(file, EMPTY_LIBRARY, null)
        let library = EMPTY_LIBRARY
        for (const step of plan.steps) {
          library = applySteps(library, [step])
          expect(undeletedPieces(library).length).toBeLessThanOrEqual(4)
          for (const piece of undeletedPieces(library))
            expect(undeletedPartsOf(library, piece.id).length).toBeLessThanOrEqual(3)
        }
        expect(plan.added.pieces + plan.refused.pieces).toBe(undeletedPieces(before).length)
        const upgraded = applySteps(library, planImport(file, library, 'pro').steps)
        expect([...upgraded.practice.keys()].sort()).toEqual([...before.practice.keys()].sort())
        expect(sectionsOf(upgraded)).toEqual(sectionsOf(before))
      }),
      { numRuns: 200 },
    )
  })
})

test('[EX9] sections that were moved have their places again', () => {
  const parts = ['Coda', 'Theme', 'Bridge'].map((name, index) =>
    aPart({
      id: partId(index + 1),
      name,
      position: [7, 0, 4][index] ?? 0,
      stamps: { position: NOON + (index % 2) },
    }),
  )
  const file = exportLibrary(aLibrary({ pieces: [aPiece()], parts }))
  const names = (from: typeof file) =>
    undeletedPartsOf(applySteps(EMPTY_LIBRARY, planImport(from, EMPTY_LIBRARY).steps), pieceId(1)).map(
      ({ name }) => name,
    )
  expect(names(file)).toEqual(['Theme', 'Bridge', 'Coda'])
})

test('[EX1] performance date, hold and details come again', () => {
  const details = { seconds: 95, plannedSeconds: 300, day: day('2026-11-20'), firstTryClean: true }
  const before = aLibrary({
    // The date was set before the last practice, from which a section without history has rested.
    pieces: [
      aPiece({
        performOn: day('2027-01-09'),
        stamps: { performOn: NOON + 1, onHold: NOON + 2 },
        onHold: true,
      }),
    ],
    parts: [aPart({ currentTempo: bpm(90), stamps: { currentTempo: NOON + 5 }, lastPracticed: NOON + 5 })],
    practice: [aPractice({ at: NOON + 5, ...details })],
  })
  const file = exportLibrary(before)
  const after = applySteps(EMPTY_LIBRARY, planImport(file, EMPTY_LIBRARY).steps)
  expect(broughtOver(after).practice).toEqual(broughtOver(before).practice)
  expect(after.pieces.get(pieceId(1))).toMatchObject({ performOn: day('2027-01-09'), onHold: true })
})

test('[EX9] the history of a deleted piece comes whole, even of sections that the plan has no room for', () => {
  const parts = [1, 2, 3, 4].map(number => aPart({ id: partId(number), name: `A${number}` }))
  const before = aLibrary({
    pieces: [aPiece({ deletedAt: NOON + DAY })],
    parts,
    practice: parts.map(({ id: partId }, index) => aPractice({ id: practiceId(index + 1), partId })),
  })
  const plan = planImport(exportLibrary(before), EMPTY_LIBRARY, null)
  expect(plan).toMatchObject({
    added: { pieces: 0, sections: 0, practice: 4 },
    refused: { pieces: 0, sections: 0, practice: 0 },
    faults: [],
  })
  expect(applySteps(EMPTY_LIBRARY, plan.steps).practice.size).toBe(4)
})

test('[EX9] the preview counts what comes, what is there and what the plan has no room for', () => {
  const rows = Array.from({ length: 6 }, (_, index) => ({
    piece: aPiece({ id: pieceId(index + 1), name: `Study ${index + 1}`, createdAt: NOON + index }),
    part: aPart({ id: partId(index + 1), pieceId: pieceId(index + 1), name: 'A', createdAt: NOON + index }),
    entry: aPractice({ id: practiceId(index + 1), pieceId: pieceId(index + 1), partId: partId(index + 1) }),
  }))
  const all = aLibrary({
    pieces: rows.map(({ piece }) => piece),
    parts: rows.map(({ part }) => part),
    practice: rows.map(({ entry }) => entry),
  })
  const [first] = rows
  const here = aLibrary({
    pieces: first ? [first.piece] : [],
    parts: first ? [first.part] : [],
    practice: [],
  })
  expect(planImport(exportLibrary(all), here, null)).toMatchObject({
    added: { pieces: 3, sections: 3, practice: 4 },
    known: { pieces: 1, sections: 1, practice: 0 },
    refused: { pieces: 2, sections: 2, practice: 2 },
    names: { added: ['Study 2', 'Study 3', 'Study 4'], refused: ['Study 5', 'Study 6'] },
    faults: [],
  })
})

test('[EX7] whatever stands in the rows of an export, nothing is thrown and what is whole comes', () => {
  const file = exportLibrary(aLibrary({ pieces: [aPiece()], parts: [aPart()], practice: [aPractice()] }))
  const spoil = fc.constantFrom('pieces', 'parts', 'practice')
  fc.assert(
    fc.property(fc.array(fc.tuple(spoil, fc.anything()), { maxLength: 5 }), wrong => {
      const spoiled = structuredClone(file) as unknown as Record<string, unknown[]>
      for (const [list, row] of wrong) spoiled[list]?.push(JSON.parse(JSON.stringify(row) ?? 'null'))
      expect(planImport(spoiled, EMPTY_LIBRARY).added).toMatchObject({ pieces: 1, practice: 1 })
    }),
  )
  const bad = {
    ...file,
    pieces: [
      { ...file.pieces[0], name: 'A' },
      { ...file.pieces[0], id: pieceId(2), endTempo: 500 },
    ],
  }
  expect(planImport(bad, EMPTY_LIBRARY).faults).toMatchObject([
    { where: { list: 'pieces', number: 1 }, code: 'name-too-short', found: 'A' },
    { where: { list: 'parts', number: 1 }, code: 'piece-unknown' },
    { where: { list: 'practice', number: 1 }, code: 'piece-unknown' },
    { where: { list: 'pieces', number: 2 }, code: 'goal', found: 'Gigue' },
  ])
})
