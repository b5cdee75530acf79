import { describe, expect, test } from 'vitest'
import { applyChange, livingPieces, partsOf, withRows, type Library } from '#core/library.ts'
import { mayHaveParts } from '#core/plan.ts'
import { aChange, aLibrary, aPart, aPiece, bpm, NOON, partId, pieceId } from '#tests/builders.ts'
import { changesOf, draftOf, isDraftValid, stillPossible, type EditDraft, type Opened } from './edit-draft.ts'

const sections = (...tempos: number[]): Opened => ({
  piece: aPiece(),
  parts: tempos.map((tempo, at) =>
    aPart({ id: partId(at + 1), name: `section ${at + 1}`, position: at, currentTempo: bpm(tempo) }),
  ),
})
const edited = (opened: Opened, changed: Partial<EditDraft>): EditDraft => ({
  ...draftOf(opened),
  ...changed,
})
const added = (number: number) => ({ id: partId(100 + number), name: `new ${number}`, tempo: 60 })

test('[EP1] the form of a piece holds its parts in their order', () => {
  expect(draftOf(sections(80, 90)).parts).toEqual([
    { id: partId(1), name: 'section 1', tempo: 80 },
    { id: partId(2), name: 'section 2', tempo: 90 },
  ])
})

describe('validity', () => {
  test('[EP2] the form is valid as it was opened, also with a tempo above 208', () => {
    const opened = sections(220)
    expect(isDraftValid(opened, draftOf(opened))).toBe(true)
  })

  test.each<[string, Partial<EditDraft>]>([
    ['a short name', { name: 'Cl' }],
    ['no goal', { endTempo: null }],
    ['a goal above 208', { endTempo: 209 }],
    ['a part without a tempo', { parts: [{ id: partId(1), name: 'section 1', tempo: null }] }],
    ['another tempo above 208', { parts: [{ id: partId(1), name: 'section 1', tempo: 219 }] }],
  ])('[EP2] %s is not valid', (_, changed) => {
    const opened = sections(220)
    expect(isDraftValid(opened, edited(opened, changed))).toBe(false)
  })
})

describe('what is written', () => {
  test('[EP3] nothing, where nothing was changed', () => {
    const opened = sections(80, 90)
    expect(changesOf(opened, draftOf(opened))).toEqual([])
    expect(changesOf(opened, edited(opened, { name: ` ${opened.piece.name} ` }))).toEqual([])
  })

  test('[EP3] only the fields that were changed', () => {
    const opened = sections(80, 90)
    const [first, second] = draftOf(opened).parts
    const parts = [first, { ...second, tempo: 95 }] as EditDraft['parts']
    expect(changesOf(opened, edited(opened, { importance: 5, parts }))).toEqual([
      { kind: 'piece.patch', args: { id: pieceId(1), importance: 5 } },
      { kind: 'part.patch', args: { id: partId(2), currentTempo: 95 } },
    ])
  })

  test('[EP3] a nameless part keeps having no name', () => {
    const opened: Opened = { piece: aPiece(), parts: [aPart()] }
    const parts = [{ id: partId(1), name: null, tempo: 90 }]
    expect(changesOf(opened, edited(opened, { parts }))).toEqual([
      { kind: 'part.patch', args: { id: partId(1), currentTempo: 90 } },
    ])
  })
})

test('[EP12] what another device deleted meanwhile keeps nothing else from being saved', () => {
  const opened = sections(80, 90, 100)
  const parts = [
    { id: partId(1), name: 'section 1', tempo: 85 },
    { id: partId(2), name: 'renamed', tempo: 90 },
  ]
  const changes = changesOf(opened, edited(opened, { name: 'Courante', parts: [...parts, added(1)] }))
  const now = aLibrary({
    pieces: [opened.piece],
    parts: opened.parts.map(part => (part.id === partId(1) ? part : { ...part, deletedAt: NOON })),
  })
  expect(changes.map(({ kind }) => kind).toSorted()).toEqual([
    'part.add',
    'part.delete',
    'part.patch',
    'part.patch',
    'piece.patch',
  ])
  expect(stillPossible(changes, now).map(({ kind }) => kind)).toEqual([
    'piece.patch',
    'part.patch',
    'part.add',
  ])
})

describe('each change is allowed alone', () => {
  /** Does what a form says on a library, judging each change as the Free plan does; the names that are there then. */
  function saved(opened: Opened, draft: EditDraft): string[] {
    let library: Library = aLibrary({ pieces: [opened.piece], parts: opened.parts })
    for (const intention of changesOf(opened, draft)) {
      const more = intention.kind === 'part.add' ? 1 : 0
      if (mayHaveParts(null, partsOf(library, opened.piece.id).length + more).kind === 'refused')
        throw new Error('the Free plan has no room for that')
      const outcome = applyChange(library, aChange(intention, { at: NOON + 1000 }))
      if (outcome.kind === 'refused') throw new Error(`${intention.kind} was refused: ${outcome.code}`)
      library = withRows(library, outcome.rows)
    }
    expect(livingPieces(library)).toHaveLength(1)
    return partsOf(library, opened.piece.id).map(part => part.name ?? '')
  }

  test('[EP4] three sections become three others on a full plan', () => {
    const opened = sections(80, 90, 100)
    const draft = edited(opened, { parts: [added(1), added(2), added(3)] })
    expect(saved(opened, draft)).toEqual(['new 1', 'new 2', 'new 3'])
  })

  test('[EP4] one of three gives way to a new one on a full plan', () => {
    const opened = sections(80, 90, 100)
    const draft = edited(opened, { parts: [...draftOf(opened).parts.slice(1), added(1)] })
    expect(saved(opened, draft)).toEqual(['section 2', 'section 3', 'new 1'])
  })

  test('[EP4] the only section gives way to a new one', () => {
    const opened = sections(80)
    expect(saved(opened, edited(opened, { parts: [added(1)] }))).toEqual(['new 1'])
  })

  test('[EP4] a piece that lost all its parts gets one again', () => {
    const opened = sections()
    expect(saved(opened, edited(opened, { parts: [added(1)] }))).toEqual(['new 1'])
  })
})
