import { expect, test } from 'vitest'
import { formatWait } from './format-wait.ts'

test.each([
  [1, 'in 1 minute', 'in 1 Minute'],
  [61, 'in 2 minutes', 'in 2 Minuten'],
  [700, 'in 12 minutes', 'in 12 Minuten'],
  [3600, 'in 60 minutes', 'in 60 Minuten'],
  [6001, 'in 2 hours', 'in 2 Stunden'],
  [86_400, 'in 24 hours', 'in 24 Stunden'],
])('[PB4] %j seconds are a wait that is said as "%s" and "%s"', (seconds, english, german) => {
  expect(formatWait(seconds, 'en')).toBe(english)
  expect(formatWait(seconds, 'de')).toBe(german)
})
