import { describe, expect, test } from 'vitest'
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
import type { Intention } from './change.ts'
import { applyChange } from './apply-change.ts'
import {
  EMPTY_LIBRARY,
  undeletedPieces,
  NO_ROWS,
  undeletedPartsOf,
  withUpsertedRows,
  type LibraryWithNeededEntries,
} from './library.ts'

const LATER = NOON + 1000
const unchanged = { kind: 'applied', rows: NO_ROWS }
const rejected = (code: string) => ({ kind: 'rejected', code })

const outcome = (library: LibraryWithNeededEntries, intention: Intention, at = LATER) =>
  applyChange(library, aChange(intention, { at }))
function after(
  library: LibraryWithNeededEntries,
  intention: Intention,
  at = LATER,
): LibraryWithNeededEntries {
  const done = outcome(library, intention, at)
  if (done.kind === 'rejected') throw new Error(`rejected: ${done.code}`)
  return withUpsertedRows(library, done.rows)
}
const thePiece = (library: LibraryWithNeededEntries) => library.pieces.get(pieceId(1))
const thePart = (library: LibraryWithNeededEntries) => library.parts.get(partId(1))

const create: Intention = {
  kind: 'piece.create',
  args: {
    id: pieceId(7),
    name: 'Suite',
    importance: 5,
    endTempo: bpm(126),
    parts: [
      { id: partId(72), name: 'Theme', currentTempo: bpm(80) },
      { id: partId(71), name: 'Coda', currentTempo: bpm(90) },
    ],
  },
}
const rename: Intention = { kind: 'piece.patch', args: { id: pieceId(1), name: 'Sarabande' } }
const deletePiece: Intention = { kind: 'piece.delete', args: { id: pieceId(1) } }
const addPart: Intention = {
  kind: 'part.add',
  args: { id: partId(9), pieceId: pieceId(1), name: 'Coda', currentTempo: bpm(70) },
}
const renamePart: Intention = { kind: 'part.patch', args: { id: partId(1), name: 'Theme' } }
const deletePart = (number = 1): Intention => ({ kind: 'part.delete', args: { id: partId(number) } })

const deleted = aLibrary({ pieces: [aPiece({ deletedAt: NOON })], parts: [aPart()] })
const twoParts = aLibrary({
  pieces: [aPiece()],
  parts: [aPart({ name: 'Theme' }), aPart({ id: partId(2), name: 'Coda', position: 1 })],
})

describe('piece.create', () => {
  test('[LI1] makes the piece and its parts in their order', () => {
    const library = after(EMPTY_LIBRARY, create)
    expect(library.pieces.get(pieceId(7))).toEqual(
      aPiece({ id: pieceId(7), name: 'Suite', importance: 5, endTempo: bpm(126), createdAt: LATER }),
    )
    expect(undeletedPartsOf(library, pieceId(7))).toEqual([
      aPart({ id: partId(72), pieceId: pieceId(7), name: 'Theme', position: 0, createdAt: LATER }),
      aPart({
        id: partId(71),
        pieceId: pieceId(7),
        name: 'Coda',
        position: 1,
        currentTempo: bpm(90),
        createdAt: LATER,
      }),
    ])
  })

  test('[LI1] done again it changes nothing, not even what was edited or deleted since', () => {
    const library = after(EMPTY_LIBRARY, create)
    expect(outcome(library, create)).toEqual(unchanged)
    const gone = after(library, { kind: 'piece.delete', args: { id: pieceId(7) } })
    expect(outcome(gone, create, LATER + 1000)).toEqual(unchanged)
  })
})

test('[LI1] an edit of a piece changes the field it names and nothing else', () => {
  expect(thePiece(after(aLibrary(), rename))).toEqual(
    aPiece({ name: 'Sarabande', stamps: { name: LATER }, updatedAt: LATER }),
  )
})

test('[LI20] a deletion hides the piece and its parts, the history stays', () => {
  const practiced = withUpsertedRows(aLibrary(), { ...NO_ROWS, practice: [aPractice()] })
  const library = after(practiced, deletePiece)
  expect(undeletedPieces(practiced)).toHaveLength(1)
  expect(undeletedPieces(library)).toEqual([])
  expect(undeletedPartsOf(library, pieceId(1))).toEqual([])
  expect(thePiece(library)).toEqual(aPiece({ deletedAt: LATER }))
  expect(library.practice.get(practiceId(1))).toEqual(aPractice())
})

describe('part.add', () => {
  test('[LI1] puts the section after all others', () => {
    const library = after(twoParts, addPart)
    const added = aPart({ id: partId(9), name: 'Coda', position: 2, currentTempo: bpm(70), createdAt: LATER })
    expect(library.parts.get(partId(9))).toEqual(added)
    expect(undeletedPartsOf(library, pieceId(1)).map(part => part.id)).toEqual([
      partId(1),
      partId(2),
      partId(9),
    ])
  })

  test('[LI1] also after the deleted ones, so that no place is given twice', () => {
    const library = after(after(twoParts, deletePart(2)), addPart)
    expect(library.parts.get(partId(9))?.position).toBe(2)
  })

  test('[LI1] done again it changes nothing, under another piece it is invalid', () => {
    const library = after(after(aLibrary(), create), addPart)
    expect(outcome(library, addPart)).toEqual(unchanged)
    const elsewhere = { ...addPart, args: { ...addPart.args, pieceId: pieceId(7) } } as Intention
    expect(outcome(library, elsewhere)).toEqual(rejected('invalid'))
  })
})

describe('part.patch', () => {
  const toTempo = (tempo: number): Intention => ({
    kind: 'part.patch',
    args: { id: partId(1), currentTempo: bpm(tempo) },
  })

  test('[LI1] changes the field it names and nothing else', () => {
    expect(thePart(after(aLibrary(), renamePart))).toEqual(aPart({ name: 'Theme', stamps: { name: LATER } }))
    expect(thePart(after(aLibrary(), toTempo(90)))).toEqual(
      aPart({ currentTempo: bpm(90), stamps: { currentTempo: LATER } }),
    )
  })

  test('[LI1] a tempo above 208 is taken only where it is the stored one', () => {
    const fast = aLibrary({ pieces: [aPiece()], parts: [aPart({ currentTempo: bpm(215) })] })
    expect(thePart(after(fast, toTempo(215)))?.currentTempo).toBe(215)
    expect(thePart(after(fast, toTempo(208)))?.currentTempo).toBe(208)
    expect(outcome(fast, toTempo(214))).toEqual(rejected('invalid'))
    expect(outcome(aLibrary(), toTempo(209))).toEqual(rejected('invalid'))
  })

  const moveTo = (position: number, number = 1): Intention => ({
    kind: 'part.patch',
    args: { id: partId(number), position },
  })
  const order = (library: LibraryWithNeededEntries) =>
    undeletedPartsOf(library, pieceId(1)).map(part => part.id)

  test('[LI15] moves the section, and nothing else of it', () => {
    const moved = after(after(twoParts, moveTo(1)), moveTo(0, 2))
    expect(order(moved)).toEqual([partId(2), partId(1)])
    expect(thePart(moved)).toEqual(aPart({ name: 'Theme', position: 1, stamps: { position: LATER } }))
  })

  test('[LI15] a section that was deleted meanwhile is not moved, and nobody is asked about it', () => {
    expect(outcome(after(twoParts, deletePart()), moveTo(1))).toEqual(unchanged)
    expect(outcome(deleted, moveTo(1))).toEqual(unchanged)
  })
})

describe('part.delete', () => {
  test('[LI1] removes the section with its id', () => {
    const library = after(twoParts, deletePart(1))
    expect(undeletedPartsOf(library, pieceId(1)).map(part => part.id)).toEqual([partId(2)])
    expect(thePart(library)).toEqual(aPart({ name: 'Theme', deletedAt: LATER }))
  })

  test('[LI1] the last living part stays', () => {
    expect(outcome(aLibrary(), deletePart())).toEqual(rejected('last-part'))
    expect(outcome(after(twoParts, deletePart(1)), deletePart(2))).toEqual(rejected('last-part'))
  })
})

test.each<[string, Intention, LibraryWithNeededEntries]>([
  ['not-found', rename, EMPTY_LIBRARY],
  ['not-found', deletePiece, EMPTY_LIBRARY],
  ['not-found', { kind: 'piece.restore', args: { id: pieceId(1) } }, EMPTY_LIBRARY],
  ['not-found', addPart, EMPTY_LIBRARY],
  ['not-found', renamePart, EMPTY_LIBRARY],
  ['not-found', { kind: 'part.patch', args: { id: partId(1), position: 1 } }, EMPTY_LIBRARY],
  ['not-found', deletePart(), EMPTY_LIBRARY],
  ['deleted', rename, deleted],
  ['deleted', addPart, deleted],
  ['deleted', renamePart, deleted],
  ['deleted', renamePart, after(twoParts, deletePart())],
])('[LS4] %s: %o', (code, intention, library) => {
  expect(outcome(library, intention)).toEqual(rejected(code))
})

describe('what is shown', () => {
  test('[LI1] two sections that got the same place stand in the same order everywhere', () => {
    const [one, other] = [aPart({ id: partId(1) }), aPart({ id: partId(2) })]
    for (const parts of [
      [one, other],
      [other, one],
    ])
      expect(undeletedPartsOf(aLibrary({ pieces: [aPiece()], parts }), pieceId(1))).toEqual([one, other])
  })
})
