import fc from 'fast-check'
import { expect, test } from 'vitest'
import { partId, pieceId } from '#tests/builders.ts'
import {
  DEFAULT_IMPORTANCE,
  faultOfPartName,
  faultOfPieceName,
  lengthOf,
  parseImportance,
  parsePartId,
  parsePieceId,
  parsePracticeId,
  tidiedName,
} from './piece.ts'

const letters = (count: number) => 'a'.repeat(count)

test('[PI1] the name of a piece has 3 to 25 characters', () => {
  const faults = [0, 1, 2, 3, 25, 26].map(count => faultOfPieceName(letters(count)))
  expect(faults).toEqual(['required', 'too-short', 'too-short', null, null, 'too-long'])
})

test('[PI2] the name of a section has 1 to 25 characters', () => {
  const faults = [0, 1, 25, 26].map(count => faultOfPartName(letters(count)))
  expect(faults).toEqual(['required', null, null, 'too-long'])
})

test('[PI3] blanks at the ends go, blanks between become one', () => {
  expect(tidiedName('  Gigue ')).toBe('Gigue')
  expect(tidiedName('Suite\t\n  Nr. \u00a0 2')).toBe('Suite Nr. 2')
  expect(tidiedName('a\u0000b')).toBe('a b')
})

test('[PI3] blanks do not count', () => {
  expect(faultOfPieceName('   ')).toBe('required')
  expect(faultOfPieceName(' ab ')).toBe('too-short')
  expect(faultOfPieceName(`  ${letters(25)}  `)).toBeNull()
  expect(faultOfPartName('\u00a0')).toBe('required')
})

test('[PI3] characters are counted as a reader and the database count them', () => {
  expect(lengthOf('𝄞𝄢')).toBe(2)
  expect(faultOfPieceName('𝄞'.repeat(25))).toBeNull()
  expect(faultOfPieceName('𝄞'.repeat(26))).toBe('too-long')
  // Written as u and two dots or as ü, it is the same name.
  expect(tidiedName('Pru\u0308gel')).toBe('Prügel')
  expect(faultOfPieceName('u\u0308'.repeat(25))).toBeNull()
})

test('[PI3] what nobody can see is no name, inside an emoji it stays', () => {
  expect(faultOfPieceName('\u200b\u200b\u200b')).toBe('required')
  expect(faultOfPartName('\u00ad\u2060')).toBe('required')
  expect(tidiedName('👩‍🎤')).toBe('👩‍🎤')
  expect(faultOfPartName('👩‍🎤')).toBeNull()
})

test('[PI3] half a character becomes the sign for what cannot be read', () => {
  expect(tidiedName('ab\ud834')).toBe('ab\ufffd')
})

test('[PI3] tidying twice is tidying once, and leaves nothing that cannot be kept', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 40 }), name => {
      const tidied = tidiedName(name)
      expect(tidiedName(tidied)).toBe(tidied)
      expect(tidied).toBe(tidied.trim())
      expect(tidied.isWellFormed()).toBe(true)
      expect(/\p{Cc}/u.test(tidied)).toBe(false)
    }),
  )
})

test('[PI4] urgency is 1 to 5 and begins with 3', () => {
  expect([0, 1, 2, 3, 4, 5, 6].map(parseImportance)).toEqual([null, 1, 2, 3, 4, 5, null])
  expect([2.5, '3', null, undefined, NaN].map(parseImportance)).toEqual([null, null, null, null, null])
  expect(DEFAULT_IMPORTANCE).toBe(3)
})

test('[PI5] the id of a part has 21 characters', () => {
  expect(parsePartId('V1StGXR8_Z5jdHi6B-myT')).toBe('V1StGXR8_Z5jdHi6B-myT')
  expect(parsePartId(partId(7))).toBe(partId(7))
  expect(parsePartId('V1StGXR8_Z5jdHi6B-my')).toBeNull()
  expect(parsePartId('V1StGXR8_Z5jdHi6B-myTT')).toBeNull()
  expect(parsePartId('V1StGXR8_Z5jdHi6B myT')).toBeNull()
  expect(parsePartId('V1StGXR8_Z5jdHi6B-my\n')).toBeNull()
  expect(parsePartId(21)).toBeNull()
})

test.each([['piece', parsePieceId] as const, ['practice', parsePracticeId] as const])(
  '[PI5] the id of a %s is a UUID in lower case',
  (_, parse) => {
    expect(parse(pieceId(7))).toBe(pieceId(7))
    expect(parse(pieceId(7).toUpperCase())).toBeNull()
    expect(parse(`${pieceId(7)}0`)).toBeNull()
    expect(parse(pieceId(7).slice(1))).toBeNull()
    expect(parse(null)).toBeNull()
  },
)
