import { expect, test } from 'vitest'
import { day, partId, pieceId } from '#tests/library/builders.ts'
import { parsePostponedParts, postponedPartsOn } from './postponed-parts.ts'

const today = day('2026-11-20')
const kept = { day: today, parts: [partId(1), partId(2)], runThroughs: [pieceId(3)] }

test('[PX43] a part is put off until midnight', () => {
  expect(postponedPartsOn(parsePostponedParts(kept), today)).toEqual(kept)
  expect(postponedPartsOn(parsePostponedParts(kept), day('2026-11-21'))).toEqual({
    day: day('2026-11-21'),
    parts: [],
    runThroughs: [],
  })
})

test.each([
  null,
  'x',
  {},
  { day: 'today', parts: [] },
  { day: today },
  { day: today, parts: 'x' },
  { day: today, parts: [], runThroughs: 1 },
])('[PX43] what was kept in a form nobody knows puts nothing off: %o', broken => {
  expect(postponedPartsOn(parsePostponedParts(broken), today)).toEqual({
    day: today,
    parts: [],
    runThroughs: [],
  })
})

test('[PX43] what is no part is left out', () => {
  expect(
    parsePostponedParts({ day: today, parts: [partId(1), 7, 'x'], runThroughs: ['y', pieceId(2)] }),
  ).toEqual({
    day: today,
    parts: [partId(1)],
    runThroughs: [pieceId(2)],
  })
})
