import { expect, test } from 'vitest'
import { aLibrary, aPart, aPiece, bpm, NOON, partId, pieceId } from '#tests/builders.ts'
import { pieceCards, progressWord } from './piece-cards.ts'

const libraryOf = (...names: string[]) =>
  aLibrary({
    pieces: names.map((name, at) => aPiece({ id: pieceId(at + 1), name })),
    parts: names.map((_, at) => aPart({ id: partId(at + 1), pieceId: pieceId(at + 1) })),
  })

const names = (language: string, ...of: string[]) =>
  pieceCards(libraryOf(...of), language).map(card => card.name)

test('[PS1] cards are sorted by name, case and accents aside', () => {
  expect(names('en', 'zigeunerweisen', 'Étude', 'Elegy', 'adagio')).toEqual([
    'adagio',
    'Elegy',
    'Étude',
    'zigeunerweisen',
  ])
})

test('[PS1] the language decides where a letter stands', () => {
  expect(names('de', 'Öhrchen', 'Ode', 'Pavane')).toEqual(['Ode', 'Öhrchen', 'Pavane'])
  expect(names('sv', 'Öhrchen', 'Ode', 'Pavane')).toEqual(['Ode', 'Pavane', 'Öhrchen'])
})

test('[PS1] numbers in names count by their value', () => {
  expect(names('en', 'Kreutzer 10', 'Kreutzer 9')).toEqual(['Kreutzer 9', 'Kreutzer 10'])
})

test('[PS1] a deleted piece has no card', () => {
  const library = aLibrary({ pieces: [aPiece({ deletedAt: NOON })], parts: [aPart()] })
  expect(pieceCards(library, 'en')).toEqual([])
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
  expect(pieceCards(library, 'en')[0]?.progress).toEqual({ percent: 84, color: 'blue' })
})

test('[PS3] a piece without living parts has no progress', () => {
  const library = aLibrary({ pieces: [aPiece()], parts: [aPart({ deletedAt: NOON })] })
  expect(pieceCards(library, 'en')[0]?.progress).toBe(null)
})

test('[PS4] the word is at goal from 100 percent on, else that of the color', () => {
  expect(progressWord({ percent: 100, color: 'green' })).toBe('atGoal')
  expect(progressWord({ percent: 99, color: 'green' })).toBe('green')
  expect(progressWord({ percent: 60, color: 'blue' })).toBe('blue')
})
