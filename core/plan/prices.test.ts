import { expect, test } from 'vitest'
import { priceForLanguage, formatPrice, yearlySavingPercent } from './prices.ts'

test.each(['de', 'de-AT', 'DE'])('[PL5] in %s Pro costs 2.99 € a month and 19.99 € a year', language => {
  expect(priceForLanguage('month', language)).toEqual({ currency: 'EUR', value: 2.99 })
  expect(priceForLanguage('year', language)).toEqual({ currency: 'EUR', value: 19.99 })
})

test.each(['en', 'en-GB', 'fr', 'den', ''])('[PL5] in “%s” it costs the same in dollars', language => {
  expect(priceForLanguage('month', language)).toEqual({ currency: 'USD', value: 2.99 })
  expect(priceForLanguage('year', language)).toEqual({ currency: 'USD', value: 19.99 })
})

test('[PL5] a year at once saves 44 %, rounded down from 44.3', () => {
  expect(yearlySavingPercent()).toBe(44)
  expect(yearlySavingPercent()).toBeLessThan(100 * (1 - 19.99 / (12 * 2.99)))
})

test('[PL5] a price is written as the language writes it', () => {
  // The space before the sign is a no-break space.
  expect(formatPrice(priceForLanguage('year', 'de'), 'de')).toBe('19,99\u00A0€')
  expect(formatPrice(priceForLanguage('month', 'en'), 'en')).toBe('$2.99')
})
