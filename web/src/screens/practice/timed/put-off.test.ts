import { expect, test } from 'vitest'
import { day, partId } from '#tests/library/builders.ts'
import { parsePutOff, putOffOn } from './put-off.ts'

const today = day('2026-11-20')
const kept = { day: today, parts: [partId(1), partId(2)] }

test('[PX45] a part is put off until midnight', () => {
  expect(putOffOn(parsePutOff(kept), today)).toEqual([partId(1), partId(2)])
  expect(putOffOn(parsePutOff(kept), day('2026-11-21'))).toEqual([])
})

test.each([null, 'x', {}, { day: 'today', parts: [] }, { day: today }, { day: today, parts: 'x' }])(
  '[PX45] what was kept in a form nobody knows puts nothing off: %o',
  broken => {
    expect(putOffOn(parsePutOff(broken), today)).toEqual([])
  },
)

test('[PX45] what is no part is left out', () => {
  expect(putOffOn(parsePutOff({ day: today, parts: [partId(1), 7, 'x'] }), today)).toEqual([partId(1)])
})
