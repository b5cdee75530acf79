import { expect, test } from 'vitest'
import { findDropIndex, moveListItem, autoScrollPxPerFrame, rowOffsetDuringDrag } from './drag-order.ts'

const rows = [
  { top: 100, height: 60 },
  { top: 160, height: 100 },
  { top: 260, height: 60 },
]

test('[LI15] a dragged row takes the place of a row when its middle has passed the middle of that one', () => {
  expect([0, 79, 81, 159, 161, 900].map(offset => findDropIndex(rows, 0, offset))).toEqual([0, 0, 1, 1, 2, 2])
  expect([0, -79, -81, -161, -900].map(offset => findDropIndex(rows, 2, offset))).toEqual([2, 2, 1, 0, 0])
  expect(findDropIndex(rows, 1, 0)).toBe(1)
  expect(findDropIndex([], 0, 50)).toBe(0)
})

test('[LI15] the rows between make room, the others stay', () => {
  const shifts = (from: number, to: number) =>
    [0, 1, 2, 3].map(place => rowOffsetDuringDrag(place, { from, to, offset: 7 }, 60))
  expect(shifts(0, 2)).toEqual([7, -60, -60, 0])
  expect(shifts(3, 1)).toEqual([0, 60, 60, 7])
  expect(shifts(1, 1)).toEqual([0, 7, 0, 0])
})

test('[LI15] what was dragged stands at its new place, and the others keep their order', () => {
  expect(moveListItem(['a', 'b', 'c', 'd'], 0, 2)).toEqual(['b', 'c', 'a', 'd'])
  expect(moveListItem(['a', 'b', 'c', 'd'], 3, 0)).toEqual(['d', 'a', 'b', 'c'])
  expect(moveListItem(['a', 'b'], 1, 1)).toEqual(['a', 'b'])
})

test('[LI15] a row that is dragged to an edge of the screen scrolls, one that was taken there does not', () => {
  const scrolls = (startY: number) =>
    [10, 100, 500, 700].map(y => Math.sign(autoScrollPxPerFrame({ y, startY }, 720)))
  expect(scrolls(300)).toEqual([-1, 0, 0, 1])
  expect(scrolls(710)).toEqual([-1, 0, 0, 0])
  expect(scrolls(5)).toEqual([0, 0, 0, 1])
})
