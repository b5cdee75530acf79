import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { applyChange, replayChanges } from '#core/library/apply-change.ts'
import {
  undeletedPieces,
  undeletedPartsOf,
  withUpsertedRows,
  type LibraryWithNeededEntries,
} from '#core/library/library.ts'
import { checkResultingPartCount } from '#core/plan/plan.ts'
import { aChange, aLibrary, aPart, aPiece, bpm, day, NOON, partId, pieceId } from '#tests/library/builders.ts'
import { openedPieceWithTempos } from '#tests/library/opened-piece.ts'
import { parseChange, type Change, type Intention } from '#core/library/change.ts'
import { findPieceNameFault } from '#core/library/piece.ts'
import {
  createShownFormValues,
  EMPTY_EDIT_DRAFT,
  withEditedPieceField,
  withoutPart,
  withEditedPart,
  withSectionMovedTo,
  type EditDraft,
  type PieceWithParts,
} from './edit-draft.ts'
import {
  createIntentionsFromEdits,
  createReplacementPieceIntentions,
  findFreeCopyName,
  createPieceCopyIntentions,
} from './piece-intentions.ts'

const changes = (opened: PieceWithParts, draft: EditDraft) =>
  createIntentionsFromEdits(opened, createShownFormValues(opened, draft))
const newSection = (number: number) => ({ id: partId(100 + number), name: `new ${number}`, tempo: '60' })

function replaceSections(opened: PieceWithParts, old: number[], added: number[]): EditDraft {
  const removed = old.reduce((draft, number) => withoutPart(draft, opened, partId(number)), EMPTY_EDIT_DRAFT)
  return added.reduce((draft, number) => withEditedPart(draft, opened, newSection(number)), removed)
}

describe('what is written', () => {
  test('[EP3] nothing, where nothing was changed', () => {
    const opened = openedPieceWithTempos(80, 90)
    expect(changes(opened, EMPTY_EDIT_DRAFT)).toEqual([])
    expect(
      changes(opened, withEditedPieceField('name', EMPTY_EDIT_DRAFT, opened, ` ${opened.piece.name} `)),
    ).toEqual([])
  })

  test('[EP3] only the fields that were changed', () => {
    const opened = openedPieceWithTempos(80, 90)
    const urgent = withEditedPieceField('importance', EMPTY_EDIT_DRAFT, opened, 5)
    const draft = withEditedPart(urgent, opened, { id: partId(2), name: 'section 2', tempo: '95' })
    expect(changes(opened, draft)).toEqual([
      { kind: 'piece.patch', args: { id: pieceId(1), importance: 5 } },
      { kind: 'part.patch', args: { id: partId(2), currentTempo: 95 } },
    ])
  })
})

describe('sections that were moved', () => {
  const move = (id: number, position: number) => ({ kind: 'part.patch', args: { id: partId(id), position } })

  test('[LI15] they share the places that there are, and equal ones become different', () => {
    const places = [2, 2, 7].map((position, index) => ({ position, id: partId(index + 1), name: 'A' }))
    const opened = { piece: aPiece(), parts: places.map(aPart) }
    const draft = withSectionMovedTo(EMPTY_EDIT_DRAFT, opened, partId(3), 0)
    expect(changes(opened, draft)).toEqual([move(3, 2), move(1, 3), move(2, 7)])
  })

  test('[LI15] in any order they were in, the library shows them in that of the form', () => {
    const places = fc.array(fc.nat(6), { minLength: 1, maxLength: 6 })
    fc.assert(
      fc.property(places, fc.array(fc.tuple(fc.nat(5), fc.nat(5)), { maxLength: 4 }), (positions, swaps) => {
        const rows = positions.map((position, index) => aPart({ id: partId(index + 1), name: 'A', position }))
        const stored = aLibrary({ pieces: [aPiece()], parts: rows })
        const opened = { piece: aPiece(), parts: undeletedPartsOf(stored, pieceId(1)) }
        let draft = EMPTY_EDIT_DRAFT
        for (const [which, to] of swaps)
          draft = withSectionMovedTo(draft, opened, partId(1 + (which % rows.length)), to % rows.length)
        let library = stored
        for (const intention of changes(opened, draft)) {
          const outcome = applyChange(library, aChange(intention))
          if (outcome.kind === 'applied') library = withUpsertedRows(library, outcome.rows)
        }
        const order = undeletedPartsOf(library, pieceId(1)).map(({ id }) => id)
        expect(order).toEqual(createShownFormValues(opened, draft).parts.map(({ id }) => id))
      }),
    )
  })
})

describe('what another device did meanwhile', () => {
  const opened = openedPieceWithTempos(80, 90, 100)
  const elsewhere: PieceWithParts = {
    piece: aPiece({ name: 'Courante', endTempo: bpm(140) }),
    parts: opened.parts.slice(1),
  }

  test('[EP13] a section that was deleted stays deleted and keeps nothing else from being saved', () => {
    const renamed = withEditedPart(EMPTY_EDIT_DRAFT, opened, { id: partId(1), name: 'renamed', tempo: '80' })
    const draft = withEditedPart(renamed, opened, { id: partId(2), name: 'section 2', tempo: '95' })
    const patch = { kind: 'part.patch', args: { id: partId(2), currentTempo: 95 } }
    expect(changes(elsewhere, withoutPart(draft, opened, partId(1)))).toEqual([patch])
    expect(changes(elsewhere, draft)).toEqual([patch])
  })
})

describe('each change is allowed alone', () => {
  function namesAfterSaving(opened: PieceWithParts, draft: EditDraft): string[] {
    let library: LibraryWithNeededEntries = aLibrary({ pieces: [opened.piece], parts: opened.parts })
    for (const intention of changes(opened, draft)) {
      const more = intention.kind === 'part.add' ? 1 : 0
      if (
        checkResultingPartCount(null, undeletedPartsOf(library, opened.piece.id).length + more).kind ===
        'rejected'
      )
        throw new Error('the Free plan has no room for that')
      const outcome = applyChange(library, aChange(intention, { at: NOON + 1000 }))
      if (outcome.kind === 'rejected') throw new Error(`${intention.kind} was refused: ${outcome.code}`)
      library = withUpsertedRows(library, outcome.rows)
    }
    expect(undeletedPieces(library)).toHaveLength(1)
    return undeletedPartsOf(library, opened.piece.id).map(part => part.name ?? '')
  }

  test.each([
    ['three sections become three others on a full plan', [80, 90, 100], [1, 2, 3]],
    ['the only section gives way to a new one', [80], [1]],
    ['a piece that lost all its parts gets one again', [], [1]],
  ])('[EP3] %s', (_, tempos, numbers) => {
    const opened = openedPieceWithTempos(...tempos)
    const draft = replaceSections(opened, opened.parts.length === 0 ? [] : numbers, numbers)
    expect(namesAfterSaving(opened, draft)).toEqual(numbers.map(number => `new ${number}`))
  })
})

test('[PF1][EP3][EP13] hold and performance are written where they were touched, and only there', () => {
  const opened = openedPieceWithTempos(80)
  const held = withEditedPieceField('onHold', EMPTY_EDIT_DRAFT, opened, true)
  const draft = withEditedPieceField('performOn', held, opened, '2026-12-12')
  const performOn = day('2026-12-12')
  const args = { id: pieceId(1), onHold: true, performOn }
  expect(changes(opened, draft)).toEqual([{ kind: 'piece.patch', args }])
  const now = { ...opened, piece: { ...opened.piece, onHold: true, performOn } }
  expect(changes(now, draft)).toEqual([])
  expect(changes(now, EMPTY_EDIT_DRAFT)).toEqual([])
  const removed = withEditedPieceField('performOn', EMPTY_EDIT_DRAFT, now, '')
  expect(changes(now, removed)).toEqual([{ kind: 'piece.patch', args: { id: pieceId(1), performOn: null } }])
})

const CLICK = { beats: 3, subdivision: 2 } as const

describe('a deleted piece', () => {
  const ids = { piece: pieceId(7), part: () => partId(77) }

  test('[EP15] is added anew with everything the form says and its metronome settings, under ids of its own', () => {
    const { piece, parts } = openedPieceWithTempos(80)
    const opened = { piece: { ...piece, click: CLICK }, parts }
    const dated = withEditedPieceField('performOn', EMPTY_EDIT_DRAFT, opened, '2026-12-24')
    const draft = withEditedPieceField('onHold', dated, opened, true)
    expect(createReplacementPieceIntentions(opened, createShownFormValues(opened, draft), ids)).toEqual([
      {
        kind: 'piece.create',
        args: {
          id: pieceId(7),
          name: piece.name,
          importance: 3,
          endTempo: 120,
          click: CLICK,
          performOn: day('2026-12-24'),
          onHold: true,
          parts: [{ id: partId(77), name: 'section 1', currentTempo: 80 }],
        },
      },
    ])
  })

  test('[EP15] is added with tempos and in changes that the server takes', () => {
    const opened = openedPieceWithTempos(...Array.from({ length: 203 }, () => 220))
    let next = 100
    const form = createShownFormValues(opened, EMPTY_EDIT_DRAFT)
    const part = () => partId((next += 1))
    const intentions = createReplacementPieceIntentions(opened, form, { piece: pieceId(7), part }) ?? []
    expect(intentions).toHaveLength(4)
    for (const intention of intentions) expect(parseChange(aChange(intention)).kind).toBe('change')
  })

  test('[EP15] is not added without a section or with one that has no tempo', () => {
    const none = openedPieceWithTempos()
    expect(createReplacementPieceIntentions(none, createShownFormValues(none, EMPTY_EDIT_DRAFT), ids)).toBe(
      null,
    )
    const opened = openedPieceWithTempos(80, 90)
    const draft = withEditedPart(EMPTY_EDIT_DRAFT, opened, { id: partId(1), name: 'section 1', tempo: '' })
    expect(createReplacementPieceIntentions(opened, createShownFormValues(opened, draft), ids)).toBe(null)
  })
})

describe('the name of a copy', () => {
  test.each([
    ['Gigue', ['Gigue', 'gigue (2)'], 'Gigue (3)'],
    ['Gigue (2)', ['Gigue', 'Gigue (2)'], 'Gigue (3)'],
    ['Passacaglia und Fuge in c', [], 'Passacaglia und Fuge (2)'],
    ['🎻'.repeat(25), [], `${'🎻'.repeat(21)} (2)`],
  ])('[EP23] of %s beside %j: %s', (name, taken, copy) => {
    expect(findFreeCopyName(name, taken)).toBe(copy)
    expect(findPieceNameFault(copy)).toBe(null)
  })
})

describe('a copy', () => {
  const copied = (opened: PieceWithParts) => {
    let next = 500
    const ids = { piece: pieceId(50), part: () => partId((next += 1)) }
    const changes = createPieceCopyIntentions(opened, 'Gigue (2)', ids).map(
      (intention: Intention, index): Change => aChange(intention, { at: NOON + index }),
    )
    for (const change of changes) expect(parseChange(change).kind).toBe('change')
    const library = replayChanges(aLibrary({ pieces: [opened.piece], parts: opened.parts }), changes)
    return { piece: library.pieces.get(pieceId(50)), parts: undeletedPartsOf(library, pieceId(50)) }
  }

  test('[EP23] has goal, urgency, click, sections and tempos, and was never practiced', () => {
    const opened = {
      piece: aPiece({ importance: 5, endTempo: bpm(140), click: { beats: 3 } }),
      parts: [
        aPart({ name: 'Theme', currentTempo: bpm(90), lastPracticed: NOON }),
        aPart({ id: partId(2), name: 'Coda', position: 1, currentTempo: bpm(70) }),
      ],
    }
    const { piece, parts } = copied(opened)
    expect(piece).toMatchObject({ name: 'Gigue (2)', importance: 5, endTempo: 140, click: { beats: 3 } })
    expect(parts).toMatchObject([
      { name: 'Theme', currentTempo: 90, lastPracticed: null },
      { name: 'Coda', currentTempo: 70, lastPracticed: null },
    ])
  })

  test('[EP23] has every section, however many there are, with tempos that a form takes', () => {
    const parts = Array.from({ length: 203 }, (_, position) =>
      aPart({ id: partId(position + 1), name: `bars ${position}`, position, currentTempo: bpm(220) }),
    )
    expect(copied({ piece: aPiece(), parts }).parts).toMatchObject(
      parts.map(({ name }) => ({ name, currentTempo: 208 })),
    )
  })
})
