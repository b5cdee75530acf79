import { expect, test } from 'vitest'
import { day, partId, pieceId } from '#tests/library/builders.ts'
import {
  parsePostponedItems,
  parseSessionMinutes,
  postponedItemsOn,
  rotationWeeksIfLong,
} from './timed-settings.ts'

test('[PX43] the time chosen last is kept; without one, or in a form nobody knows, all parts are shown', () => {
  expect([5, 20, 65, 180].map(parseSessionMinutes)).toEqual([5, 20, 65, 180])
  for (const kept of [null, undefined, 4, 181, 7.5, '20', {}]) expect(parseSessionMinutes(kept)).toBeNull()
})

const today = day('2026-11-20')
const kept = { day: today, parts: [partId(1), partId(2)], runThroughs: [pieceId(3)] }

test('[PX43] a part is put off until midnight', () => {
  expect(postponedItemsOn(parsePostponedItems(kept), today)).toEqual(kept)
  expect(postponedItemsOn(parsePostponedItems(kept), day('2026-11-21')).parts).toEqual([])
})

test('[PX43] what was kept in a form nobody knows puts nothing off, and what is no part is left out', () => {
  for (const broken of [null, 'x', {}, { day: 'today', parts: [] }, { day: today, parts: 'x' }])
    expect(parsePostponedItems(broken)).toBeNull()
  const mixed = { day: today, parts: [partId(1), 7, 'x'], runThroughs: ['y', pieceId(2)] }
  expect(parsePostponedItems(mixed)).toEqual({ day: today, parts: [partId(1)], runThroughs: [pieceId(2)] })
})

test('[PX43] a turn of more than 60 days is told in whole weeks', () => {
  expect([null, 42, 60, 60.1, 77, 80.4].map(rotationWeeksIfLong)).toEqual([null, null, null, 9, 11, 11])
})
