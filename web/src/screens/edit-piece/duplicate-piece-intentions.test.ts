import { describe, expect, test } from 'vitest'
import type { Change, Intention } from '#core/library/change.ts'
import { parseChange } from '#core/library/change.ts'
import { replayChanges } from '#core/library/apply-change.ts'
import { undeletedPartsOf } from '#core/library/library.ts'
import { pieceNameFault } from '#core/library/piece.ts'
import { aChange, aLibrary, aPart, aPiece, bpm, NOON, partId, pieceId } from '#tests/library/builders.ts'
import { nameOfCopy, duplicatePieceIntentions } from './duplicate-piece-intentions.ts'
import type { PieceWithParts } from './edit-draft.ts'

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
