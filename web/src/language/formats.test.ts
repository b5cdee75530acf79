import { expect, test } from 'vitest'
import { formatNumberInLanguage, formatRelativeWaitTime } from './formats.ts'

test.each(['en', 'de'])('[UI46] a number in a text in %s is written as Intl writes it', language => {
  for (const number of [0, 42, 999, 1000, 1_000_000, -7, -1200, 72.25])
    expect(formatNumberInLanguage(number, language, {})).toBe(new Intl.NumberFormat(language).format(number))
  const short = { maximumFractionDigits: 1 }
  expect(formatNumberInLanguage(13.05, language, short)).toBe(
    new Intl.NumberFormat(language, short).format(13.05),
  )
  const percent = { style: 'percent' } as const
  expect(formatNumberInLanguage(0.85, language, percent)).toBe(
    new Intl.NumberFormat(language, percent).format(0.85),
  )
})

test.each([
  [1, 'in\u00A01\u00A0minute', 'in\u00A01\u00A0Minute'],
  [61, 'in\u00A02\u00A0minutes', 'in\u00A02\u00A0Minuten'],
  [3600, 'in\u00A060\u00A0minutes', 'in\u00A060\u00A0Minuten'],
  [6001, 'in\u00A02\u00A0hours', 'in\u00A02\u00A0Stunden'],
])('[PB4] %j seconds are a wait that is said as "%s" and "%s"', (seconds, english, german) => {
  expect(formatRelativeWaitTime(seconds, 'en')).toBe(english)
  expect(formatRelativeWaitTime(seconds, 'de')).toBe(german)
})
