import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import i18next from 'i18next'
import { expect, test } from 'vitest'

// The files of texts as the screens read them: what writes a number or a date is the language's own way.

const NAMESPACES = [
  'account',
  'common',
  'feedback',
  'history',
  'install',
  'legal',
  'piece',
  'pieces',
  'practice',
  'shortcuts',
  'sign-in',
  'sync',
  'upgrade',
]
const LOCALES = join(import.meta.dirname, '../../locales')
const fileOf = (language: string, namespace: string) =>
  readFileSync(join(LOCALES, language, `${namespace}.json`), 'utf8')

/** A text with its values, as a screen in this language shows it. */
async function textIn(language: string, key: string, values: Record<string, unknown>): Promise<string> {
  const texts = NAMESPACES.map(namespace => [namespace, JSON.parse(fileOf(language, namespace))])
  const i18n = i18next.createInstance()
  await i18n.init({
    lng: language,
    ns: NAMESPACES,
    resources: { [language]: Object.fromEntries(texts) },
    interpolation: { escapeValue: false },
  })
  return i18n.t(key, values)
}

const day = {
  date: new Date('2026-03-01'),
  formatParams: { date: { dateStyle: 'long', timeZone: 'UTC' } },
}

test.each([
  ['common:sync.syncing', { count: 1234 }, '1,234', '1.234'],
  ['account:wouldBeLost', { count: 6000 }, '6,000', '6.000'],
  ['feedback:over', { count: 1000 }, '1,000', '1.000'],
  ['common:ago.days', { count: 1461 }, '1,461', '1.461'],
  ['practice:summary.gained', { bpm: 1200 }, '1,200', '1.200'],
  ['pieces:progress.percent', { share: 0.85 }, '85%', '85\u00a0%'],
  ['upgrade:saved', { share: 0.44 }, '44%', '44\u00a0%'],
  ['legal:asOf', day, 'March 1, 2026', '1. März 2026'],
])('[UI46] %s writes %o as %s and as %s', async (key, values, english, german) => {
  expect(await textIn('en', key, values)).toContain(english)
  expect(await textIn('de', key, values)).toContain(german)
})

test.each(['en', 'de'])('[UI46] in %s no text writes a count, a share or a date by itself', language => {
  const bare = /\{\{(count|share|percent|date)\}\}|\b20\d\d\b/
  expect(NAMESPACES.filter(namespace => bare.test(fileOf(language, namespace)))).toEqual([])
})
