import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  aLibrary,
  aPart,
  aPiece,
  aPracticePart,
  bpm,
  day,
  NOON,
  partId,
  pieceId,
} from '#tests/library/builders.ts'
import { dayAtUtcOffset, type Day } from '#core/library/day.ts'
import { IMPORTANCE_LEVELS } from '#core/library/piece.ts'
import {
  sortInPracticeOrder,
  unsortedPracticeParts,
  priorityColor,
  priorityOf,
  type PracticePart,
} from './priority.ts'

const today = day('2026-11-20')
const utc = (at: number) => dayAtUtcOffset(at, 0)
const ordered = <N extends number>(a: N, b: N): [N, N] => (a < b ? [a, b] : [b, a])
const ago = (days: number) => (today - days) as Day
const AT_GOAL = { currentTempo: bpm(120), endTempo: bpm(120) }

const aBpm = fc.integer({ min: 40, max: 228 }).map(bpm)
const aGoal = fc.integer({ min: 40, max: 208 }).map(bpm)
const anImportance = fc.constantFrom(...IMPORTANCE_LEVELS)
const aDay = fc.integer({ min: -1000, max: 1_000_000 }).map(days => days as Day)
const anyPart: fc.Arbitrary<PracticePart> = fc
  .record({
    currentTempo: aBpm,
    endTempo: aGoal,
    importance: anImportance,
    lastPracticed: fc.option(aDay),
    createdAt: aDay,
    number: fc.nat(1000),
    piece: fc.constantFrom('Gigue', 'Étude', 'gigue'),
    name: fc.constantFrom(null, 'Theme', 'Coda'),
  })
  .map(({ number, ...fields }) => aPracticePart({ ...fields, id: partId(number) }))

describe('priority', () => {
  test.each<[string, number, Partial<PracticePart>]>([
    ['at its goal, practiced today: its importance', 4, { ...AT_GOAL, importance: 4 }],
    ['3 + (120 - 80) / 32', 4.25, { currentTempo: bpm(80) }],
    ['1 + (208 - 40) / 16', 11.5, { importance: 1, currentTempo: bpm(40), endTempo: bpm(208) }],
    ['past its goal: 1 + (40 - 200) / 80', -1, { importance: 1, currentTempo: bpm(200), endTempo: bpm(40) }],
    ['5 + 10 * 5 * 0.05', 7.5, { ...AT_GOAL, importance: 5, lastPracticed: ago(10) }],
    [
      '2 + (126 - 84) / 33.6 + 7 * 2 * 0.05',
      3.95,
      { importance: 2, currentTempo: bpm(84), endTempo: bpm(126), lastPracticed: ago(7) },
    ],
    [
      'never practiced: from the day it was made',
      4.5,
      { ...AT_GOAL, lastPracticed: null, createdAt: ago(10) },
    ],
    ['practiced in the future, by a wrong clock: today', 3, { ...AT_GOAL, lastPracticed: ago(-34) }],
  ])('[PR1] %s', (_, expected, fields) => {
    expect(priorityOf(aPracticePart(fields), today)).toBe(expected)
  })

  test('[PR1] more urgent, a higher goal, a slower tempo, a longer rest: never less', () => {
    fc.assert(
      fc.property(
        anyPart,
        anImportance,
        aBpm,
        aGoal,
        fc.nat(10_000),
        (part, importance, tempo, goal, rest) => {
          const at = (fields: Partial<PracticePart>, day = today) => priorityOf({ ...part, ...fields }, day)
          const [calm, urgent] = ordered(part.importance, importance)
          expect(at({ importance: urgent })).toBeGreaterThanOrEqual(at({ importance: calm }))
          const [low, high] = ordered(part.endTempo, goal)
          expect(at({ endTempo: high })).toBeGreaterThanOrEqual(at({ endTempo: low }))
          const [slow, fast] = ordered(part.currentTempo, tempo)
          expect(at({ currentTempo: slow })).toBeGreaterThanOrEqual(at({ currentTempo: fast }))
          expect(at({}, ago(-rest))).toBeGreaterThanOrEqual(at({}))
        },
      ),
    )
  })
})

describe('color', () => {
  test('[PR4] below 3.5 green, below 6 blue, otherwise red', () => {
    const colors = [-2, 3.4999, 3.5, 5.9999, 6, 12].map(priorityColor)
    expect(colors).toEqual(['green', 'green', 'blue', 'blue', 'red', 'red'])
  })

  test('[PR1][PR4] both limits are met exactly, whatever the tempo', () => {
    // A goal of twice the tempo adds 2.5, one of three times the tempo 5.
    for (let tempo = 40; tempo <= 69; tempo++) {
      const part = aPracticePart({ importance: 1, currentTempo: bpm(tempo) })
      expect(priorityOf({ ...part, endTempo: bpm(2 * tempo) }, today)).toBe(3.5)
      expect(priorityOf({ ...part, endTempo: bpm(3 * tempo) }, today)).toBe(6)
    }
  })
})

describe('practice order', () => {
  test('[PR2] of equal priority the longer rested comes first', () => {
    // 3 + 20 / 40 and 3 + 0 + 10 * 3 * 0.05 - 1: both 3.5.
    const fresh = aPracticePart({ currentTempo: bpm(100), id: partId(1) })
    const rested = aPracticePart({ currentTempo: bpm(200), lastPracticed: ago(10), id: partId(2) })
    expect([fresh, rested].map(part => priorityOf(part, today))).toEqual([3.5, 3.5])
    expect(sortInPracticeOrder([fresh, rested], today)).toEqual([rested, fresh])
  })

  test('[PR2] then the piece, the part and the id decide', () => {
    const order = [
      aPracticePart({ piece: 'Aria', name: 'Theme', id: partId(8) }),
      aPracticePart({ piece: 'Gigue', name: null, id: partId(9) }),
      aPracticePart({ piece: 'Gigue', name: 'Coda', id: partId(2) }),
      aPracticePart({ piece: 'Gigue', name: 'Coda', id: partId(3) }),
      aPracticePart({ piece: 'Gigue', name: 'Theme', id: partId(1) }),
    ]
    expect(sortInPracticeOrder(order.toReversed(), today)).toEqual(order)
  })

  test('[PR2] every device shows the same order, whatever order it keeps them in', () => {
    const parts = fc.uniqueArray(anyPart, { selector: part => part.id, maxLength: 30 })
    fc.assert(
      fc.property(
        parts.chain(all => fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length }))),
        ([one, other]) => {
          const ordered = sortInPracticeOrder(one, today)
          expect(sortInPracticeOrder(other, today)).toEqual(ordered)
          const priorities = ordered.map(part => priorityOf(part, today))
          expect(priorities).toEqual(priorities.toSorted((a, b) => b - a))
        },
      ),
    )
  })
})

describe('the parts of practice', () => {
  test('[PR5] a part carries what it needs of its piece, and days instead of moments', () => {
    const piece = aPiece({ name: 'Suite', endTempo: bpm(126), importance: 5 })
    const part = aPart({ name: 'Gigue', lastPracticed: NOON + 86_400_000 })
    const ofPiece = { pieceId: piece.id, piece: 'Suite', endTempo: 126, importance: 5, performOn: null }
    const days = { lastPracticed: day('2026-11-21'), createdAt: day('2026-11-20') }
    expect(unsortedPracticeParts(aLibrary({ pieces: [piece], parts: [part] }), utc)).toEqual([
      { id: part.id, name: 'Gigue', currentTempo: 80, ...days, ...ofPiece },
    ])
  })

  test('[PR5] deleted parts, parts of deleted pieces and parts without a piece are left out', () => {
    const library = aLibrary({
      pieces: [aPiece(), aPiece({ id: pieceId(2), deletedAt: NOON })],
      parts: [
        aPart({ id: partId(1) }),
        aPart({ id: partId(2), deletedAt: NOON }),
        aPart({ id: partId(3), pieceId: pieceId(2) }),
        aPart({ id: partId(4), pieceId: pieceId(3) }),
      ],
    })
    expect(unsortedPracticeParts(library, utc).map(part => part.id)).toEqual([partId(1)])
  })
})

test('[OH1] a piece on hold has no part in the list; off hold again, its rest has counted on', () => {
  const parts = [aPart({ lastPracticed: NOON - 30 * 24 * 60 * 60_000 })]
  const libraryWith = (onHold: boolean) => aLibrary({ pieces: [aPiece({ onHold })], parts })
  expect(unsortedPracticeParts(libraryWith(true), utc)).toEqual([])
  expect(unsortedPracticeParts(libraryWith(false), utc)[0]?.lastPracticed).toBe(today - 30)
})
