import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { applyChange, replayChanges } from '#core/library/apply-change.ts'
import {
  undeletedPieces,
  undeletedPartsOf,
  withAddedRows,
  type LibraryWithEntries,
} from '#core/library/library.ts'
import { admitPartCount } from '#core/plan/plan.ts'
import { aChange, aLibrary, aPart, aPiece, bpm, day, NOON, partId, pieceId } from '#tests/library/builders.ts'
import { openedPieceWithTempos } from '#tests/library/opened-piece.ts'
import { parseChange, type Change, type Intention } from '#core/library/change.ts'
import { pieceNameFault } from '#core/library/piece.ts'
import {
  shownFormValues,
  isFormValid,
  EMPTY_EDIT_DRAFT,
  withEdited,
  withoutPart,
  withEditedPart,
  withMovedSection,
  type EditDraft,
  type PieceWithParts,
} from './edit-draft.ts'
import {
  editFormIntentions,
  newPieceIntentions,
  nameOfCopy,
  duplicatePieceIntentions,
} from './piece-intentions.ts'
import { INCOMPLETE_DATE } from './piece-inputs.ts'

const written = (opened: PieceWithParts, draft: EditDraft) =>
  editFormIntentions(opened, shownFormValues(opened, draft))
const added = (number: number) => ({ id: partId(100 + number), name: `new ${number}`, tempo: '60' })

/** Some sections removed and others added, as one does it on the screen. */
function replaced(opened: PieceWithParts, gone: number[], come: number[]): EditDraft {
  const removed = gone.reduce((draft, number) => withoutPart(draft, opened, partId(number)), EMPTY_EDIT_DRAFT)
  return come.reduce((draft, number) => withEditedPart(draft, opened, added(number)), removed)
}

describe('what is written', () => {
  test('[EP3] nothing, where nothing was changed', () => {
    const opened = openedPieceWithTempos(80, 90)
    expect(written(opened, EMPTY_EDIT_DRAFT)).toEqual([])
    expect(written(opened, withEdited('name', EMPTY_EDIT_DRAFT, opened, ` ${opened.piece.name} `))).toEqual(
      [],
    )
  })

  test('[EP3] only the fields that were changed', () => {
    const opened = openedPieceWithTempos(80, 90)
    const urgent = withEdited('importance', EMPTY_EDIT_DRAFT, opened, 5)
    const draft = withEditedPart(urgent, opened, { id: partId(2), name: 'section 2', tempo: '95' })
    expect(written(opened, draft)).toEqual([
      { kind: 'piece.patch', args: { id: pieceId(1), importance: 5 } },
      { kind: 'part.patch', args: { id: partId(2), currentTempo: 95 } },
    ])
  })

  test('[EP3] a nameless part keeps having no name', () => {
    const opened: PieceWithParts = { piece: aPiece(), parts: [aPart()] }
    const draft = withEditedPart(EMPTY_EDIT_DRAFT, opened, { id: partId(1), name: null, tempo: '90' })
    expect(written(opened, draft)).toEqual([
      { kind: 'part.patch', args: { id: partId(1), currentTempo: 90 } },
    ])
  })
})

describe('sections that were moved', () => {
  const move = (id: number, position: number) => ({ kind: 'part.patch', args: { id: partId(id), position } })

  test('[LI15] only those between the two places get others', () => {
    const opened = openedPieceWithTempos(80, 90, 100, 110)
    expect(written(opened, withMovedSection(EMPTY_EDIT_DRAFT, opened, partId(3), 1))).toEqual([
      move(3, 1),
      move(2, 2),
    ])
  })

  test('[LI15] they share the places that there are, and equal ones become different', () => {
    const places = [2, 2, 7].map((position, index) => ({ position, id: partId(index + 1), name: 'A' }))
    const opened = { piece: aPiece(), parts: places.map(aPart) }
    const draft = withMovedSection(EMPTY_EDIT_DRAFT, opened, partId(3), 0)
    expect(written(opened, draft)).toEqual([move(3, 2), move(1, 3), move(2, 7)])
  })

  test('[LI15] what else was changed is a change of its own, and a section is there before it is moved', () => {
    const opened = openedPieceWithTempos(80, 90)
    const typed = withEditedPart(EMPTY_EDIT_DRAFT, opened, { id: partId(2), name: 'Coda', tempo: '90' })
    const draft = withMovedSection(withEditedPart(typed, opened, added(1)), opened, partId(101), 1)
    expect(written(opened, draft)).toEqual([
      { kind: 'part.patch', args: { id: partId(2), name: 'Coda' } },
      { kind: 'part.add', args: { id: partId(101), pieceId: pieceId(1), name: 'new 1', currentTempo: 60 } },
      move(101, 1),
      move(2, 2),
    ])
  })

  test('[LI15] nothing is written where another device has brought them into the same order', () => {
    const opened = openedPieceWithTempos(80, 90)
    const draft = withMovedSection(EMPTY_EDIT_DRAFT, opened, partId(2), 0)
    const [first, second] = opened.parts
    if (first === undefined || second === undefined) throw new Error('two parts')
    expect(written({ ...opened, parts: [second, first] }, draft)).toEqual([])
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
          draft = withMovedSection(draft, opened, partId(1 + (which % rows.length)), to % rows.length)
        let library = stored
        for (const intention of written(opened, draft)) {
          const outcome = applyChange(library, aChange(intention))
          if (outcome.kind === 'applied') library = withAddedRows(library, outcome.rows)
        }
        const order = undeletedPartsOf(library, pieceId(1)).map(({ id }) => id)
        expect(order).toEqual(shownFormValues(opened, draft).parts.map(({ id }) => id))
      }),
    )
  })
})

describe('a whole piece that is split', () => {
  const opened: PieceWithParts = { piece: aPiece(), parts: [aPart()] }
  const named = withEditedPart(EMPTY_EDIT_DRAFT, opened, { id: partId(1), name: 'Theme', tempo: '80' })

  test('[EP23] gives its part a name, so that tempo, rest days and history stay with it, and gets the others', () => {
    const draft = withEditedPart(named, opened, added(1))
    expect(shownFormValues(opened, draft).parts.map(({ name }) => name)).toEqual(['Theme', 'new 1'])
    expect(written(opened, draft)).toEqual([
      { kind: 'part.patch', args: { id: partId(1), name: 'Theme' } },
      {
        kind: 'part.add',
        args: { id: partId(101), pieceId: pieceId(1), name: 'new 1', currentTempo: 60 },
      },
    ])
  })
})

describe('what another device did meanwhile', () => {
  const opened = openedPieceWithTempos(80, 90, 100)
  const elsewhere: PieceWithParts = {
    piece: aPiece({ name: 'Courante', endTempo: bpm(140) }),
    parts: opened.parts.slice(1),
  }

  test('[EP13] is not written over where nobody typed', () => {
    const draft = withEdited('importance', EMPTY_EDIT_DRAFT, opened, 5)
    expect(written(elsewhere, draft)).toEqual([
      { kind: 'piece.patch', args: { id: pieceId(1), importance: 5 } },
    ])
  })

  test('[EP13] is written over where somebody did', () => {
    const draft = withEdited('endTempo', EMPTY_EDIT_DRAFT, opened, '126')
    expect(written(elsewhere, draft)).toEqual([
      { kind: 'piece.patch', args: { id: pieceId(1), endTempo: 126 } },
    ])
  })

  test('[EP13] a section that was deleted stays deleted and keeps nothing else from being saved', () => {
    const renamed = withEditedPart(EMPTY_EDIT_DRAFT, opened, { id: partId(1), name: 'renamed', tempo: '80' })
    const draft = withEditedPart(renamed, opened, { id: partId(2), name: 'section 2', tempo: '95' })
    expect(written(elsewhere, withoutPart(draft, opened, partId(1)))).toEqual([
      { kind: 'part.patch', args: { id: partId(2), currentTempo: 95 } },
    ])
    expect(written(elsewhere, draft)).toEqual([
      { kind: 'part.patch', args: { id: partId(2), currentTempo: 95 } },
    ])
  })
})

describe('each change is allowed alone', () => {
  /** Does what a form says on a library, judging each change as the Free plan does; the names that are there then. */
  function saved(opened: PieceWithParts, draft: EditDraft): string[] {
    let library: LibraryWithEntries = aLibrary({ pieces: [opened.piece], parts: opened.parts })
    for (const intention of written(opened, draft)) {
      const more = intention.kind === 'part.add' ? 1 : 0
      if (admitPartCount(null, undeletedPartsOf(library, opened.piece.id).length + more).kind === 'rejected')
        throw new Error('the Free plan has no room for that')
      const outcome = applyChange(library, aChange(intention, { at: NOON + 1000 }))
      if (outcome.kind === 'rejected') throw new Error(`${intention.kind} was refused: ${outcome.code}`)
      library = withAddedRows(library, outcome.rows)
    }
    expect(undeletedPieces(library)).toHaveLength(1)
    return undeletedPartsOf(library, opened.piece.id).map(part => part.name ?? '')
  }

  test('[EP3] three sections become three others on a full plan', () => {
    const opened = openedPieceWithTempos(80, 90, 100)
    const draft = replaced(opened, [1, 2, 3], [1, 2, 3])
    expect(saved(opened, draft)).toEqual(['new 1', 'new 2', 'new 3'])
  })

  test('[EP3] one of three gives way to a new one on a full plan', () => {
    const opened = openedPieceWithTempos(80, 90, 100)
    const draft = replaced(opened, [1], [1])
    expect(saved(opened, draft)).toEqual(['section 2', 'section 3', 'new 1'])
  })

  test('[EP3] the only section gives way to a new one', () => {
    const opened = openedPieceWithTempos(80)
    expect(saved(opened, replaced(opened, [1], [1]))).toEqual(['new 1'])
  })

  test('[EP3] a piece that lost all its parts gets one again', () => {
    const opened = openedPieceWithTempos()
    expect(saved(opened, replaced(opened, [], [1]))).toEqual(['new 1'])
  })
})

test('[PF1] the switch is written only where it was touched', () => {
  const opened = openedPieceWithTempos(80)
  const draft = withEdited('onHold', EMPTY_EDIT_DRAFT, opened, true)
  const patch = { kind: 'piece.patch', args: { id: pieceId(1), onHold: true } }
  expect(editFormIntentions(opened, shownFormValues(opened, draft))).toEqual([patch])
  expect(withEdited('onHold', draft, opened, false)).toEqual(EMPTY_EDIT_DRAFT)
  const now = { ...opened, piece: { ...opened.piece, onHold: true } }
  expect(editFormIntentions(now, shownFormValues(now, draft))).toEqual([])
  expect(editFormIntentions(now, shownFormValues(now, EMPTY_EDIT_DRAFT))).toEqual([])
})

test('[PF1] the day of a performance is written where it was touched, and removed by an empty field', () => {
  const opened = openedPieceWithTempos(80)
  const draft = withEdited('performOn', EMPTY_EDIT_DRAFT, opened, '2026-12-12')
  const performOn = day('2026-12-12')
  const patch = { kind: 'piece.patch', args: { id: pieceId(1), performOn } }
  expect(editFormIntentions(opened, shownFormValues(opened, draft))).toEqual([patch])
  expect(withEdited('performOn', draft, opened, '')).toEqual(EMPTY_EDIT_DRAFT)
  const now = { ...opened, piece: { ...opened.piece, performOn } }
  expect(editFormIntentions(now, shownFormValues(now, EMPTY_EDIT_DRAFT))).toEqual([])
  const removed = withEdited('performOn', EMPTY_EDIT_DRAFT, now, '')
  expect(editFormIntentions(now, shownFormValues(now, removed))).toEqual([
    { kind: 'piece.patch', args: { id: pieceId(1), performOn: null } },
  ])
})

test.each([
  ['', true],
  ['2026-12-12', true],
  ['1970-01-01', true],
  ['1969-12-31', false],
  ['0002-12-12', false],
  [INCOMPLETE_DATE, false],
])('[PF1] the date “%s” may be saved: %s', (date, isAllowed) => {
  const opened = openedPieceWithTempos(80)
  const draft = withEdited('performOn', EMPTY_EDIT_DRAFT, opened, date)
  expect(isFormValid(opened, shownFormValues(opened, draft))).toBe(isAllowed)
})

const CLICK = { beats: 3, subdivision: 2 } as const

describe('a deleted piece', () => {
  const ids = { piece: pieceId(7), part: () => partId(77) }

  test('[EP15] is added anew with everything the form says, under ids of its own', () => {
    const opened: PieceWithParts = { piece: aPiece({ deletedAt: NOON }), parts: [aPart()] }
    const draft = withEditedPart(withEdited('name', EMPTY_EDIT_DRAFT, opened, ' Giga '), opened, {
      id: partId(1),
      name: null,
      tempo: '90',
    })
    expect(newPieceIntentions(opened, shownFormValues(opened, draft), ids)).toEqual([
      {
        kind: 'piece.create',
        args: {
          id: pieceId(7),
          name: 'Giga',
          importance: 3,
          endTempo: 120,
          click: null,
          performOn: null,
          onHold: false,
          parts: [{ id: partId(77), name: null, currentTempo: 90 }],
        },
      },
    ])
  })

  test('[EP15] keeps the date and the hold of the form and the metronome settings of the piece', () => {
    const { piece, parts } = openedPieceWithTempos(80)
    const opened = { piece: { ...piece, click: CLICK }, parts }
    const dated = withEdited('performOn', EMPTY_EDIT_DRAFT, opened, '2026-12-24')
    const draft = withEdited('onHold', dated, opened, true)
    const intentions = newPieceIntentions(opened, shownFormValues(opened, draft), ids)
    expect(intentions).toMatchObject([
      { kind: 'piece.create', args: { id: pieceId(7), click: CLICK, onHold: true, performOn: 20_811 } },
    ])
  })

  test('[EP15] is not added without a section or with one that has no tempo', () => {
    const none = openedPieceWithTempos()
    expect(newPieceIntentions(none, shownFormValues(none, EMPTY_EDIT_DRAFT), ids)).toBe(null)
    const opened = openedPieceWithTempos(80, 90)
    const draft = withEditedPart(EMPTY_EDIT_DRAFT, opened, { id: partId(1), name: 'section 1', tempo: '' })
    expect(newPieceIntentions(opened, shownFormValues(opened, draft), ids)).toBe(null)
  })
})

describe('the name of a copy', () => {
  test.each([
    ['Gigue', [], 'Gigue (2)'],
    ['Gigue', ['Gigue', 'gigue (2)'], 'Gigue (3)'],
    ['Gigue (2)', ['Gigue', 'Gigue (2)'], 'Gigue (3)'],
    ['Kreutzer no. 8', ['Kreutzer no. 8'], 'Kreutzer no. 8 (2)'],
    ['Passacaglia und Fuge in c', [], 'Passacaglia und Fuge (2)'],
    [
      '🎻🎻🎻🎻🎻🎻🎻🎻🎻🎻🎻🎻🎻🎻🎻🎻🎻🎻🎻🎻🎻🎻🎻🎻🎻',
      [],
      '🎻🎻🎻🎻🎻🎻🎻🎻🎻🎻🎻🎻🎻🎻🎻🎻🎻🎻🎻🎻🎻 (2)',
    ],
  ])('[EP23] of %s beside %j: %s', (name, taken, copy) => {
    expect(nameOfCopy(name, taken)).toBe(copy)
    expect(pieceNameFault(copy)).toBe(null)
  })
})

describe('a copy', () => {
  const copied = (opened: PieceWithParts) => {
    let next = 500
    const ids = { piece: pieceId(50), part: () => partId((next += 1)) }
    const changes = duplicatePieceIntentions(opened, 'Gigue (2)', ids).map(
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

  test('[EP23] of a whole piece is a whole piece, with a tempo that a form takes', () => {
    const { parts } = copied({ piece: aPiece(), parts: [aPart({ currentTempo: bpm(220) })] })
    expect(parts).toMatchObject([{ name: null, currentTempo: 208 }])
  })

  test('[EP23] has every section, however many there are', () => {
    const parts = Array.from({ length: 203 }, (_, position) =>
      aPart({ id: partId(position + 1), name: `bars ${position}`, position }),
    )
    expect(copied({ piece: aPiece(), parts }).parts.map(({ name }) => name)).toEqual(
      parts.map(({ name }) => name),
    )
  })
})
