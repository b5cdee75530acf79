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
import { applySteps, broughtOver, exportLibrary, planImport } from '#tests/library/import-trip.ts'
import { replayChanges } from '#core/library/apply-change.ts'
import { EMPTY_LIBRARY, NO_ROWS, undeletedPartsOf, withAddedRows } from '#core/library/library.ts'

const DAY = 86_400_000
// A deleted piece takes entries of sections that never came to be. If it comes back, an import reports them.
const worlds = someChanges(
  arbitraryIntention(CROWDED_NUMBERS).filter(({ kind }) => kind !== 'piece.restore'),
  40,
).filter(changes => replayChanges(EMPTY_LIBRARY, changes).pieces.size > 0)

describe('what was deleted here', () => {
  const full = aLibrary({
    pieces: [aPiece()],
    parts: [
      aPart({ currentTempo: bpm(90), stamps: { currentTempo: NOON + DAY }, lastPracticed: NOON + DAY }),
    ],
    practice: [aPractice({ at: NOON + DAY })],
  })
  const file = exportLibrary(full)
  const gone = aLibrary({
    pieces: [aPiece({ deletedAt: NOON + 2 * DAY })],
    parts: [...full.parts.values()],
    practice: [...full.practice.values()],
  })

  test('[EX9] comes back under its own id with its sections and history, and a second import changes nothing', () => {
    const plan = planImport(file, gone, null)
    expect([plan.returning, plan.added.pieces, plan.added.practice, plan.faults]).toEqual([1, 1, 0, []])
    const after = applySteps(gone, plan.steps)
    expect(broughtOver(after)).toEqual(broughtOver(full))
    expect(planImport(file, after, null).steps).toEqual([])
  })

  test('[EX9] comes back also where the server has forgotten it, which has only its history', () => {
    const forgotten = aLibrary({ pieces: [], practice: [...full.practice.values()] })
    // The device may still know of the deletion, and then plans more than the server needs.
    for (const planned of [forgotten, gone]) {
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
    const full = withAddedRows(gone, { ...NO_ROWS, pieces: four })
    expect(planImport(file, full, null)).toMatchObject({ steps: [], refused: { pieces: 1 } })
  })

  test('[EX9] whatever was deleted since comes back with all that the file has, nothing is doubled', () => {
    fc.assert(
      fc.property(worlds, worlds, (changes, later) => {
        const before = replayChanges(EMPTY_LIBRARY, changes)
        const deletions = later.filter(({ kind }) => kind === 'piece.delete' || kind === 'part.delete')
        const now = replayChanges(
          before,
          deletions.map(change => ({ ...change, at: change.at + DAY })),
        )
        const file = exportLibrary(before)
        const after = applySteps(now, planImport(file, now).steps)
        expect(broughtOver(after)).toEqual(broughtOver(before))
        expect(planImport(file, after).steps).toEqual([])
      }),
    )
  })
})
