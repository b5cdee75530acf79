import { expect, test } from 'vitest'
import { aLibrary, aPart, aPiece, bpm, day, NOON, partId, pieceId } from '#tests/library/builders.ts'
import { timeSincePracticeTextKey } from '#web/kit/days-ago-text.ts'
import {
  createPieceCards,
  filterPieceCardsByStatus,
  parsePieceSortSettings,
  searchPieceCards,
  reorderCardsSortedByName,
} from './piece-cards.ts'

const libraryOf = (...names: string[]) =>
  aLibrary({
    pieces: names.map((name, at) => aPiece({ id: pieceId(at + 1), name })),
    parts: names.map((_, at) => aPart({ id: partId(at + 1), pieceId: pieceId(at + 1) })),
  })

test.each([
  ['en', ['adagio', 'Elegy', 'Étude', 'zigeunerweisen']],
  ['de', ['Ode', 'Öhrchen', 'Pavane']],
  ['sv', ['Ode', 'Pavane', 'Öhrchen']],
  ['en', ['Kreutzer 9', 'Kreutzer 10']],
])('[PS1] cards are sorted by name as the language %s sorts: %j', (language, names) => {
  const cards = createPieceCards(libraryOf(...names.toReversed()), language)
  expect(cards.map(card => card.name)).toEqual(names)
})

test('[PS2] a card shows the mean of the living parts, rounded down, with its color', () => {
  const library = aLibrary({
    pieces: [aPiece({ endTempo: bpm(120) })],
    parts: [
      aPart({ id: partId(1), currentTempo: bpm(100) }),
      aPart({ id: partId(2), currentTempo: bpm(103) }),
      aPart({ id: partId(3), currentTempo: bpm(40), deletedAt: NOON }),
    ],
  })
  expect(createPieceCards(library, 'en')[0]?.progress).toEqual({ percent: 84, color: 'blue' })
})

test('[PS2][PS1][OH1] a piece without living parts has no progress, one on hold says so, and a deleted one has no card', () => {
  const pieces = [aPiece({ onHold: true }), aPiece({ id: pieceId(2), deletedAt: NOON })]
  const cards = createPieceCards(aLibrary({ pieces, parts: [aPart({ deletedAt: NOON })] }), 'en')
  expect(cards).toMatchObject([{ id: pieceId(1), progress: null, onHold: true }])
})

test('a piece that has not changed keeps its card, so that it is not rendered again', () => {
  const library = libraryOf('Adagio', 'Ballade', 'Courante')
  const before = createPieceCards(library, 'en')
  const pieces = new Map(library.pieces).set(
    pieceId(1),
    aPiece({ id: pieceId(1), name: 'Adagio', onHold: true }),
  )
  const part = aPart({ id: partId(2), pieceId: pieceId(2), currentTempo: bpm(101) })
  const parts = new Map(library.parts).set(partId(2), part)
  const after = createPieceCards({ pieces, parts }, 'en')
  expect(after.map((card, at) => card === before[at])).toEqual([false, false, true])
})

test('[PS1] a search finds every word of it in name and sections, case and accents aside', () => {
  const { pieces, parts } = libraryOf('Étude 12', 'Etüde 3', 'Kreutzer 12')
  const section = aPart({ id: partId(9), pieceId: pieceId(3), name: 'Giga' })
  const library = aLibrary({ pieces: [...pieces.values()], parts: [...parts.values(), section] })
  const cards = createPieceCards(library, 'en')
  const found = (search: string) => searchPieceCards(cards, search).map(card => card.name)
  expect(found(' ETUDE ')).toEqual(['Etüde 3', 'Étude 12'])
  expect(found('12 étu')).toEqual(['Étude 12'])
  expect(found('gig kreu')).toEqual(['Kreutzer 12'])
  expect(found('  ')).toHaveLength(3)
  expect(found('nothing')).toEqual([])
})

test('[PS1] sorted by practice the latest comes first, by progress the nearest to its goal; ties stay by name', () => {
  const tempos = [60, 119, 60, 90]
  const practiced = [null, NOON, NOON + 1, null]
  const library = aLibrary({
    pieces: ['Adagio', 'Ballade', 'Courante', 'Double'].map((name, at) =>
      aPiece({ id: pieceId(at + 1), name, endTempo: bpm(120) }),
    ),
    parts: tempos.map((tempo, at) =>
      aPart({
        id: partId(at + 1),
        pieceId: pieceId(at + 1),
        currentTempo: bpm(tempo),
        lastPracticed: practiced[at] ?? null,
      }),
    ),
  })
  const cards = createPieceCards(library, 'en')
  const initials = (order: unknown, isReversed = false) =>
    reorderCardsSortedByName(cards, parsePieceSortSettings({ order, isReversed }))
      .map(card => card.name[0])
      .join('')
  expect(initials('name')).toBe('ABCD')
  expect(initials('practiced')).toBe('CBAD')
  expect(initials('progress')).toBe('BDAC')
  expect(initials('practiced', true)).toBe('DABC')
  expect(initials('a setting of another version', true)).toBe('ABCD')
})

test('[PS1] a filter shows what is practiced, what is on hold, or what has a performance to come', () => {
  const today = day('2026-11-20')
  const pieces = [
    aPiece({ id: pieceId(1), name: 'Adagio', performOn: day('2026-11-20') }),
    aPiece({ id: pieceId(2), name: 'Ballade', performOn: day('2026-11-19') }),
    aPiece({ id: pieceId(3), name: 'Courante', performOn: day('2026-12-24'), onHold: true }),
  ]
  const cards = createPieceCards(aLibrary({ pieces }), 'en')
  const shown = (filter: Parameters<typeof filterPieceCardsByStatus>[1]) =>
    filterPieceCardsByStatus(cards, filter, today).map(card => card.name)
  expect(shown('all')).toEqual(['Adagio', 'Ballade', 'Courante'])
  expect(shown('active')).toEqual(['Adagio', 'Ballade'])
  expect(shown('onHold')).toEqual(['Courante'])
  expect(shown('performed')).toEqual(['Adagio', 'Courante'])
})

test('[PS2] a card says when a living part was practiced last', () => {
  const library = aLibrary({
    pieces: [aPiece()],
    parts: [
      aPart({ id: partId(1), lastPracticed: NOON }),
      aPart({ id: partId(2), lastPracticed: NOON + 5 }),
      aPart({ id: partId(3), lastPracticed: NOON + 9, deletedAt: NOON + 9 }),
    ],
  })
  expect(createPieceCards(library, 'en')[0]?.lastPracticed).toBe(NOON + 5)
  const today = day('2026-11-20')
  const restOf = (at: string | null) => timeSincePracticeTextKey(at === null ? null : day(at), today)
  expect(restOf(null).key).toBe('never')
  expect(restOf('2026-11-20').key).toBe('today')
  expect(restOf('2026-11-19').key).toBe('yesterday')
  expect(restOf('2026-11-14')).toEqual({ key: 'daysAgo', days: 6 })
})
