import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import i18next from 'i18next'
import { expect, test } from 'vitest'

// Uses the real text files. Each language writes numbers and dates in its own way.

const LOCALES = join(import.meta.dirname, '../../locales')

function filesOf(language: string) {
  const files = readdirSync(join(LOCALES, language)).filter(file => !/mail|page/.test(file))
  return files.map(file => [file.replace('.json', ''), readFileSync(join(LOCALES, language, file), 'utf8')])
}

async function textIn(lng: string, key: string, values: Record<string, unknown>): Promise<string> {
  const texts = filesOf(lng).map(([namespace, texts]) => [namespace, JSON.parse(texts ?? '')])
  const i18n = i18next.createInstance()
  const resources = { [lng]: Object.fromEntries(texts) }
  await i18n.init({ lng, resources, interpolation: { escapeValue: false } })
  return i18n.t(key, values)
}

const date = { dateStyle: 'long', timeZone: 'UTC' }

test.each([
  ['common:sync.syncing', { count: 1234 }, '1,234', '1.234'],
  ['pieces:progress.percent', { share: 0.85 }, '85%', '85\u00a0%'],
  ['legal:asOf', { date: new Date('2026-03-01'), formatParams: { date } }, 'March 1, 2026', '1. März 2026'],
])('[UI46] %s writes %o as %s and as %s', async (key, values, english, german) => {
  expect(await textIn('en', key, values)).toContain(english)
  expect(await textIn('de', key, values)).toContain(german)
})

test.each(['en', 'de'])('[UI46] in %s no text formats a count, a share or a date by itself', language => {
  const bare = /\{\{(count|share|percent|date)\}\}|\b20\d\d\b/
  expect(filesOf(language).filter(([, text]) => bare.test(text ?? ''))).toEqual([])
})
