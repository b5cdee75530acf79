import fc from 'fast-check'
import { expect, test } from 'vitest'
import { pieceId } from '#tests/library/builders.ts'
import { fieldSchema } from './field-schemas.ts'
import {
  DEFAULT_IMPORTANCE,
  findPartNameFault,
  findPieceNameFault,
  MAX_PIECE_NAME_LENGTH,
  parseImportance,
  parsePartId,
  parsePieceId,
  parsePracticeEntryId,
  normalizeName,
} from './piece.ts'
import { codePointCount } from '#core/protocol/plain-text.ts'

const letters = (count: number) => 'a'.repeat(count)

test('[PI1] the name of a piece has 3 to 25 characters, that of a section 1 to 25', () => {
  const faults = [0, 1, 2, 3, 25, 26].map(count => findPieceNameFault(letters(count)))
  expect(faults).toEqual(['required', 'too-short', 'too-short', null, null, 'too-long'])
  const ofSection = [0, 1, 25, 26].map(count => findPartNameFault(letters(count)))
  expect(ofSection).toEqual(['required', null, null, 'too-long'])
})

test('[PI1] blanks at the ends go, blanks between become one', () => {
  expect(normalizeName('  Gigue ')).toBe('Gigue')
  expect(normalizeName('Suite\t\n  Nr. \u00a0 2')).toBe('Suite Nr. 2')
  expect(normalizeName('a\u0000b')).toBe('a b')
})

test('[PI1] blanks do not count', () => {
  expect(findPieceNameFault('   ')).toBe('required')
  expect(findPieceNameFault(' ab ')).toBe('too-short')
  expect(findPieceNameFault(`  ${letters(25)}  `)).toBeNull()
  expect(findPartNameFault('\u00a0')).toBe('required')
})

test('[PI1] characters are counted as a reader and the database count them', () => {
  expect(codePointCount('𝄞𝄢')).toBe(2)
  expect(findPieceNameFault('𝄞'.repeat(25))).toBeNull()
  expect(findPieceNameFault('𝄞'.repeat(26))).toBe('too-long')
  // Written as u and two dots or as ü, it is the same name.
  expect(normalizeName('Pru\u0308gel')).toBe('Prügel')
  expect(findPieceNameFault('u\u0308'.repeat(25))).toBeNull()
})

test('a text of 500 characters is composed before its length is measured', () => {
  const schema = fieldSchema({ kind: 'text', column: '', least: 1, most: 500 })
  expect(schema.safeParse('u\u0308'.repeat(500)).data).toBe('ü'.repeat(500))
  expect(schema.safeParse('a'.repeat(501)).success).toBe(false)
})

test('[PI1] invisible characters are no name, but stay inside an emoji', () => {
  expect(findPieceNameFault('\u200b\u200b\u200b')).toBe('required')
  expect(findPartNameFault('\u00ad\u2060')).toBe('required')
  expect(normalizeName('👩‍🎤')).toBe('👩‍🎤')
  expect(findPartNameFault('👩‍🎤')).toBeNull()
})

test('[PI1][HT44] every name that is not too long is composed, however it was written', () => {
  const names = fc
    .string({ unit: 'grapheme', maxLength: MAX_PIECE_NAME_LENGTH })
    .filter(name => codePointCount(name.normalize('NFC')) <= MAX_PIECE_NAME_LENGTH)
  fc.assert(
    fc.property(names, name => {
      expect(normalizeName(name.normalize('NFD'))).toBe(normalizeName(name).normalize('NFC'))
    }),
  )
  // NFD makes four code points of this character, the most there are.
  expect(findPieceNameFault('\u1f82'.repeat(MAX_PIECE_NAME_LENGTH).normalize('NFD'))).toBeNull()
})

test('[HT44] a name of half a million signs is judged at once', () => {
  const before = process.threadCpuUsage()
  expect(findPieceNameFault('\u0315'.repeat(262_000) + '\u0334'.repeat(262_000))).toBe('too-long')
  const { user } = process.threadCpuUsage(before)
  expect(user / 1000).toBeLessThan(500)
})

test('[PI1] urgency is 1 to 5 and begins with 3', () => {
  expect([0, 1, 2, 3, 4, 5, 6].map(parseImportance)).toEqual([null, 1, 2, 3, 4, 5, null])
  expect([2.5, '3', null, undefined, NaN].map(parseImportance)).toEqual([null, null, null, null, null])
  expect(DEFAULT_IMPORTANCE).toBe(3)
})

test('[CH1] the id of a part has 21 characters', () => {
  expect(parsePartId('V1StGXR8_Z5jdHi6B-myT')).toBe('V1StGXR8_Z5jdHi6B-myT')
  for (const other of ['V1StGXR8_Z5jdHi6B-my', 'V1StGXR8_Z5jdHi6B-myTT', 'V1StGXR8_Z5jdHi6B myT', 21])
    expect(parsePartId(other)).toBeNull()
})

test.each([['piece', parsePieceId] as const, ['practice', parsePracticeEntryId] as const])(
  '[CH1] the id of a %s is a UUID in lower case',
  (_, parse) => {
    expect(parse(pieceId(7))).toBe(pieceId(7))
    expect(parse(pieceId(7).toUpperCase())).toBeNull()
    expect(parse(`${pieceId(7)}0`)).toBeNull()
    expect(parse(pieceId(7).slice(1))).toBeNull()
    expect(parse(null)).toBeNull()
  },
)
