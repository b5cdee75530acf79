import { expect, test, vi } from 'vitest'
import { formatNumber } from './format-number.ts'

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
