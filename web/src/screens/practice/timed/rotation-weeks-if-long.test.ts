import { expect, test } from 'vitest'
import { rotationWeeksIfLong } from './rotation-weeks-if-long.ts'

test('[PX43] a turn of more than 60 days is told in whole weeks', () => {
  expect([null, 42, 60, 60.1, 77, 80.4].map(rotationWeeksIfLong)).toEqual([null, null, null, 9, 11, 11])
})
