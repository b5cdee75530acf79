import { expect, test, vi } from 'vitest'
import { formatNumber, formatWait } from './formats.ts'

const NUMBERS = [0, 1, 42, 999, 1000, 1234, 1_000_000, -7, -1200, 0.5, 72.25]

test.each(['en', 'de'])('[UI46] a number in a text in %s is written as Intl writes it', language => {
  for (const number of NUMBERS)
    expect(formatNumber(number, language, {})).toBe(new Intl.NumberFormat(language).format(number))
  for (const share of [0.85, 1])
    expect(formatNumber(share, language, { style: 'percent' })).toBe(
      new Intl.NumberFormat(language, { style: 'percent' }).format(share),
    )
})

test('[UI46] a whole number below 1000 does not wait for Intl', () => {
  const created = vi.spyOn(Intl, 'NumberFormat')
  try {
    expect(formatNumber(999, 'en', {})).toBe('999')
    expect(created).not.toHaveBeenCalled()
    expect(formatNumber(1000, 'en', {})).toBe('1,000')
    expect(created).toHaveBeenCalledOnce()
  } finally {
    created.mockRestore()
  }
})

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
