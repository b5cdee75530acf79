import { expect, test } from 'vitest'
import { firstDayOfWeek } from './first-day-of-week.ts'

test.each([
  [['de-DE', 'de'], 1],
  [['en-GB'], 1],
  [['en-US', 'de-DE'], 7],
  [['en', 'de-AT', 'en-US'], 1],
  [['fa-IR'], 6],
  [['en'], 1],
  [['C', 'en-US'], 7],
  [[], 1],
])('[HS1] where the browser speaks %j, weeks begin on day %i', (languages, first) => {
  expect(firstDayOfWeek(languages)).toBe(first)
})
