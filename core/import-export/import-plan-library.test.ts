import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { arbitraryIntention, CROWDED_NUMBERS, someChanges } from '#tests/library/arbitraries.ts'
import {
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
import { applySteps, importedContent, exportLibrary, planImport } from '#tests/library/import-round-trip.ts'
import { splitImportIntoBatches } from './import-plan.ts'
import { replayChanges } from '#core/library/apply-change.ts'
import {
  EMPTY_LIBRARY,
  NO_ROWS,
  undeletedPieces,
  undeletedPartsOf,
  withUpsertedRows,
  type LibraryWithNeededEntries,
} from '#core/library/library.ts'

// A deleted piece accepts entries of sections that never arrived. After a restore, an import reports them.
const arbitraryChanges = (bounds: typeof CROWDED_NUMBERS, maxChanges: number) =>
  someChanges(
    arbitraryIntention(bounds).filter(({ kind }) => kind !== 'piece.restore'),
    maxChanges,
  ).filter(changes => replayChanges(EMPTY_LIBRARY, changes).pieces.size > 0)
/** Sorted, because an import in two steps may add the sections in another order. */
const undeletedSectionIds = (library: LibraryWithNeededEntries) =>
  undeletedPieces(library)
    .flatMap(({ id }) => undeletedPartsOf(library, id).map(part => part.id))
    .sort()
const crowdedChanges = arbitraryChanges(CROWDED_NUMBERS, 40)
const DAY = 86_400_000

describe('an export that is imported', () => {
  test('[EX9] into an empty account gives the same pieces, sections and history', () => {
    fc.assert(
      fc.property(crowdedChanges, changes => {
        const before = replayChanges(EMPTY_LIBRARY, changes)
        const plan = planImport(exportLibrary(before), EMPTY_LIBRARY)
        expect(plan.faults).toEqual([])
        expect(importedContent(applySteps(EMPTY_LIBRARY, plan.steps))).toEqual(importedContent(before))
      }),
      { numRuns: 500 },
    )
  })

  test('[EX9] twice adds nothing the second time, wherever the first one was interrupted', () => {
    fc.assert(
      fc.property(crowdedChanges, fc.nat(100), (changes, percent) => {
        const file = exportLibrary(replayChanges(EMPTY_LIBRARY, changes))
        const { steps } = planImport(file, EMPTY_LIBRARY)
        const whole = applySteps(EMPTY_LIBRARY, steps)
        expect(planImport(file, whole).steps).toEqual([])
        const batches = splitImportIntoBatches(steps, 1)
        const stored = batches.slice(0, Math.floor((batches.length * percent) / 100)).flat()
        const half = applySteps(EMPTY_LIBRARY, stored)
        const rest = applySteps(half, planImport(file, half).steps)
        expect([...rest.practice.keys()].sort()).toEqual([...whole.practice.keys()].sort())
        expect(undeletedSectionIds(rest)).toEqual(undeletedSectionIds(whole))
      }),
      { numRuns: 300 },
    )
  })

  test('[EX9] never takes the Free plan beyond its pieces and sections, and what is left comes after an upgrade', () => {
    const many = {
      ...CROWDED_NUMBERS,
      pieces: fc.integer({ min: 1, max: 8 }),
      parts: fc.integer({ min: 1, max: 16 }),
    }
    fc.assert(
      fc.property(arbitraryChanges(many, 60), changes => {
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
        expect(undeletedSectionIds(upgraded)).toEqual(undeletedSectionIds(before))
      }),
      { numRuns: 200 },
    )
  })
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

test('[EX7] whatever the rows of an export contain, nothing is thrown and the intact ones are imported', () => {
  const file = exportLibrary(aLibrary({ pieces: [aPiece()], parts: [aPart()], practice: [aPractice()] }))
  const anyList = fc.constantFrom('pieces', 'parts', 'practice')
  fc.assert(
    fc.property(fc.array(fc.tuple(anyList, fc.anything()), { maxLength: 5 }), wrong => {
      const corrupted = structuredClone(file) as unknown as Record<string, unknown[]>
      for (const [list, row] of wrong) corrupted[list]?.push(JSON.parse(JSON.stringify(row) ?? 'null'))
      expect(planImport(corrupted, EMPTY_LIBRARY).added).toMatchObject({ pieces: 1, practice: 1 })
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

describe('what was deleted here', () => {
  const full = aLibrary({
    pieces: [aPiece()],
    parts: [
      aPart({ currentTempo: bpm(90), stamps: { currentTempo: NOON + DAY }, lastPracticed: NOON + DAY }),
    ],
    practice: [aPractice({ at: NOON + DAY })],
  })
  const file = exportLibrary(full)
  const afterDeletion = aLibrary({
    pieces: [aPiece({ deletedAt: NOON + 2 * DAY })],
    parts: [...full.parts.values()],
    practice: [...full.practice.values()],
  })

  test('[EX9] comes back under its own id with its sections and history, and a second import changes nothing', () => {
    const plan = planImport(file, afterDeletion, null)
    expect([plan.returning, plan.added.pieces, plan.added.practice, plan.faults]).toEqual([1, 1, 0, []])
    const after = applySteps(afterDeletion, plan.steps)
    expect(importedContent(after)).toEqual(importedContent(full))
    expect(planImport(file, after, null).steps).toEqual([])
  })

  test('[EX9] comes back also where the server has forgotten it, which has only its history', () => {
    const forgotten = aLibrary({ pieces: [], practice: [...full.practice.values()] })
    // The device may still know of the deletion, and then plans more than the server needs.
    for (const planned of [forgotten, afterDeletion]) {
      const after = applySteps(forgotten, planImport(file, planned, null).steps)
      expect(undeletedPartsOf(after, pieceId(1))).toMatchObject([
        { id: partId(1), currentTempo: 90, createdAt: NOON + DAY },
      ])
      expect([...after.practice.keys()]).toEqual([practiceId(1)])
      expect(planImport(file, after, null).steps).toEqual([])
    }
  })

  test('[EX9] a section comes back to a piece that is there, as it is here, as far as the plan has room', () => {
    const parts = [1, 2, 3].map(number => aPart({ id: partId(number), name: `A${number}`, position: number }))
    const [first, second, third] = parts
    if (first === undefined || second === undefined || third === undefined) throw new Error('three parts')
    const written = exportLibrary(aLibrary({ pieces: [aPiece()], parts }))
    const tempo = { currentTempo: bpm(96), stamps: { currentTempo: NOON + DAY } }
    const now = aLibrary({
      pieces: [aPiece()],
      parts: [
        first,
        { ...second, ...tempo, deletedAt: NOON + 2 * DAY },
        { ...third, deletedAt: NOON + 2 * DAY },
        aPart({ id: partId(4), name: 'New', position: 4 }),
      ],
    })
    const plan = planImport(written, now, null)
    expect(plan).toMatchObject({ added: { sections: 1 }, refused: { sections: 1 }, faults: [] })
    const after = applySteps(now, plan.steps)
    expect(undeletedPartsOf(after, pieceId(1))).toMatchObject([
      { name: 'A1' },
      { name: 'A2', ...tempo },
      { name: 'New' },
    ])
    expect(planImport(written, after, null).steps).toEqual([])
  })

  test('[EX9] where the plan has no room for it, nothing is planned and the preview says so', () => {
    const four = [2, 3, 4, 5].map(number => aPiece({ id: pieceId(number) }))
    const full = withUpsertedRows(afterDeletion, { ...NO_ROWS, pieces: four })
    expect(planImport(file, full, null)).toMatchObject({ steps: [], refused: { pieces: 1 } })
  })

  test('[EX9] whatever was deleted since comes back with all that the file has, nothing is doubled', () => {
    fc.assert(
      fc.property(crowdedChanges, crowdedChanges, (changes, later) => {
        const before = replayChanges(EMPTY_LIBRARY, changes)
        const deletions = later.filter(({ kind }) => kind === 'piece.delete' || kind === 'part.delete')
        const now = replayChanges(
          before,
          deletions.map(change => ({ ...change, at: change.at + DAY })),
        )
        const file = exportLibrary(before)
        const after = applySteps(now, planImport(file, now).steps)
        expect(importedContent(after)).toEqual(importedContent(before))
        expect(planImport(file, after).steps).toEqual([])
      }),
    )
  })
})
