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
import { dayOf, type Day } from '#core/library/day.ts'
import { IMPORTANCE_LEVELS } from '#core/library/piece.ts'
import {
  inPracticeOrder,
  listPracticeParts,
  priorityColor,
  priorityOf,
  type PracticePart,
} from './priority.ts'

const today = day('2026-11-20')
const utc = (at: number) => dayOf(at, 0)
const ordered = <N extends number>(a: N, b: N): [N, N] => (a < b ? [a, b] : [b, a])
const tomorrow = (after: Day, days = 1) => (after + days) as Day

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
  test('[PR1] a part at its goal, practiced today, has its importance as priority', () => {
    const part = aPracticePart({ importance: 4, currentTempo: bpm(120), endTempo: bpm(120) })
    expect(priorityOf(part, today)).toBe(4)
  })

  test('[PR1] the way to the goal adds (endTempo - currentTempo) / (0.4 * currentTempo)', () => {
    // 3 + (120 - 80) / 32
    expect(priorityOf(aPracticePart({ currentTempo: bpm(80), endTempo: bpm(120) }), today)).toBe(4.25)
    // 1 + (208 - 40) / 16
    const far = aPracticePart({ importance: 1, currentTempo: bpm(40), endTempo: bpm(208) })
    expect(priorityOf(far, today)).toBe(11.5)
  })

  test('[PR1] a part past its goal may fall below zero', () => {
    // 1 + (40 - 200) / 80
    const past = aPracticePart({ importance: 1, currentTempo: bpm(200), endTempo: bpm(40) })
    expect(priorityOf(past, today)).toBe(-1)
  })

  test('[PR1] each day of rest adds importance * 0.5 / 10', () => {
    const rested = { currentTempo: bpm(120), endTempo: bpm(120), importance: 5 } as const
    expect(priorityOf(aPracticePart({ ...rested, lastPracticed: day('2026-11-19') }), today)).toBe(5.25)
    expect(priorityOf(aPracticePart({ ...rested, lastPracticed: day('2026-11-10') }), today)).toBe(7.5)
    const calm = { ...rested, importance: 1 } as const
    expect(priorityOf(aPracticePart({ ...calm, lastPracticed: day('2026-11-10') }), today)).toBe(1.5)
  })

  test('[PR1] all three together', () => {
    // 2 + (126 - 84) / 33.6 + 7 * 2 * 0.05
    const part = aPracticePart({
      importance: 2,
      currentTempo: bpm(84),
      endTempo: bpm(126),
      lastPracticed: day('2026-11-13'),
    })
    expect(priorityOf(part, today)).toBe(3.95)
  })

  test('[PR1] a part never practiced counts from the day it was made', () => {
    const part = aPracticePart({ currentTempo: bpm(120), lastPracticed: null, createdAt: day('2026-11-10') })
    expect(priorityOf(part, today)).toBe(4.5)
  })

  test('[PR1] a part practiced in the future, by a wrong clock, counts as practiced today', () => {
    const part = aPracticePart({ currentTempo: bpm(120), lastPracticed: day('2026-12-24') })
    expect(priorityOf(part, today)).toBe(3)
  })

  test('[PR1] it is finite for every part and every day', () => {
    fc.assert(
      fc.property(anyPart, aDay, (part, today) => {
        expect(Number.isFinite(priorityOf(part, today))).toBe(true)
      }),
    )
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
          expect(at({}, tomorrow(today, rest))).toBeGreaterThanOrEqual(at({}))
        },
      ),
    )
  })

  test('[PR1] it is strictly more where an argument differs by one', () => {
    const part = aPracticePart({ importance: 1, currentTempo: bpm(227), endTempo: bpm(207) })
    expect(priorityOf({ ...part, importance: 2 }, today)).toBeGreaterThan(priorityOf(part, today))
    expect(priorityOf({ ...part, endTempo: bpm(208) }, today)).toBeGreaterThan(priorityOf(part, today))
    expect(priorityOf({ ...part, currentTempo: bpm(228) }, today)).toBeLessThan(priorityOf(part, today))
    expect(priorityOf(part, tomorrow(today))).toBeGreaterThan(priorityOf(part, today))
  })
})

describe('color', () => {
  test('[PR4] below 3.5 green, below 6 blue, otherwise red', () => {
    const colors = [-2, 3.4999, 3.5, 5.9999, 6, 12].map(priorityColor)
    expect(colors).toEqual(['green', 'green', 'blue', 'blue', 'red', 'red'])
  })

  test('[PR1][PR4] both limits are met exactly, whatever the tempo', () => {
    // Twice the tempo as goal adds 2.5, three times as much 5.
    for (let tempo = 40; tempo <= 69; tempo++) {
      const part = aPracticePart({ importance: 1, currentTempo: bpm(tempo) })
      expect(priorityOf({ ...part, endTempo: bpm(2 * tempo) }, today)).toBe(3.5)
      expect(priorityOf({ ...part, endTempo: bpm(3 * tempo) }, today)).toBe(6)
    }
  })

  test('[PR4] the most urgent parts are never green', () => {
    const calm = { currentTempo: bpm(120), endTempo: bpm(120) }
    expect(priorityColor(priorityOf(aPracticePart({ ...calm, importance: 3 }), today))).toBe('green')
    expect(priorityColor(priorityOf(aPracticePart({ ...calm, importance: 4 }), today))).toBe('blue')
  })
})

describe('practice order', () => {
  test('[PR2] the highest priority comes first', () => {
    const calm = aPracticePart({ importance: 1 })
    const urgent = aPracticePart({ importance: 5 })
    const middle = aPracticePart({ importance: 3 })
    expect(inPracticeOrder([calm, urgent, middle], today)).toEqual([urgent, middle, calm])
  })

  test('[PR2] of two equal parts, the longer rested one comes first', () => {
    const fresh = aPracticePart({ lastPracticed: day('2026-11-20') })
    const rested = aPracticePart({ lastPracticed: day('2026-11-10') })
    expect(inPracticeOrder([fresh, rested], today)).toEqual([rested, fresh])
  })

  test('[PR2] of equal priority the longer rested comes first', () => {
    // 3 + 20 / 40 and 3 + 0 + 10 * 3 * 0.05 - 1: both 3.5.
    const fresh = aPracticePart({ currentTempo: bpm(100), endTempo: bpm(120), id: partId(1) })
    const rested = aPracticePart({
      currentTempo: bpm(200),
      endTempo: bpm(120),
      lastPracticed: day('2026-11-10'),
      id: partId(2),
    })
    expect([fresh, rested].map(part => priorityOf(part, today))).toEqual([3.5, 3.5])
    expect(inPracticeOrder([fresh, rested], today)).toEqual([rested, fresh])
  })

  test('[PR2] then the piece, the part and the id decide', () => {
    const second = aPracticePart({ piece: 'Gigue', name: 'Coda', id: partId(2) })
    const third = aPracticePart({ piece: 'Gigue', name: 'Coda', id: partId(3) })
    const fourth = aPracticePart({ piece: 'Gigue', name: 'Theme', id: partId(1) })
    const first = aPracticePart({ piece: 'Gigue', name: null, id: partId(9) })
    const zero = aPracticePart({ piece: 'Aria', name: 'Theme', id: partId(8) })
    expect(inPracticeOrder([fourth, third, zero, second, first], today)).toEqual([
      zero,
      first,
      second,
      third,
      fourth,
    ])
  })

  test('[PR2] every device shows the same order, whatever order it keeps them in', () => {
    const parts = fc.uniqueArray(anyPart, { selector: part => part.id, maxLength: 30 })
    fc.assert(
      fc.property(
        parts.chain(all => fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length }))),
        ([one, other]) => {
          const ordered = inPracticeOrder(one, today)
          expect(inPracticeOrder(other, today)).toEqual(ordered)
          const priorities = ordered.map(part => priorityOf(part, today))
          expect(priorities).toEqual(priorities.toSorted((a, b) => b - a))
        },
      ),
    )
  })

  test('[PR1] another day, another order, and nothing is written', () => {
    // The urgent one gains 0.25 a day, the calm one 0.05.
    const urgent = Object.freeze(aPracticePart({ importance: 5, currentTempo: bpm(200), endTempo: bpm(40) }))
    const calm = Object.freeze(aPracticePart({ importance: 1, currentTempo: bpm(80), endTempo: bpm(160) }))
    expect(inPracticeOrder([urgent, calm], today)).toEqual([calm, urgent])
    expect(inPracticeOrder([urgent, calm], tomorrow(today, 10))).toEqual([urgent, calm])
  })
})

describe('the parts of practice', () => {
  test('[PR5] a part carries what it needs of its piece, and days instead of moments', () => {
    const library = aLibrary({
      pieces: [aPiece({ id: pieceId(4), name: 'Suite', endTempo: bpm(126), importance: 5 })],
      parts: [
        aPart({
          id: partId(8),
          pieceId: pieceId(4),
          name: 'Gigue',
          createdAt: NOON,
          lastPracticed: NOON + 86_400_000,
        }),
      ],
    })
    expect(listPracticeParts(library, utc)).toEqual([
      {
        id: partId(8),
        name: 'Gigue',
        currentTempo: 80,
        lastPracticed: day('2026-11-21'),
        createdAt: day('2026-11-20'),
        pieceId: pieceId(4),
        piece: 'Suite',
        endTempo: 126,
        importance: 5,
        performOn: null,
      },
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
    expect(listPracticeParts(library, utc).map(part => part.id)).toEqual([partId(1)])
  })

  test('[PR5] a part never practiced has no day', () => {
    expect(listPracticeParts(aLibrary(), utc)[0]?.lastPracticed).toBeNull()
  })
})

test('[OH1] a piece on hold has no part in the list; off hold again, its rest has counted on', () => {
  const parts = [aPart({ lastPracticed: NOON - 30 * 24 * 60 * 60_000 })]
  const libraryWith = (onHold: boolean) => aLibrary({ pieces: [aPiece({ onHold })], parts })
  expect(listPracticeParts(libraryWith(true), utc)).toEqual([])
  expect(listPracticeParts(libraryWith(false), utc)[0]?.lastPracticed).toBe(today - 30)
})
