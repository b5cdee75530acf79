import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const FOLDER = join(import.meta.dirname, '../../locales')
const SOURCE = 'en'
const languages = readdirSync(FOLDER)
const others = languages.filter(language => language !== SOURCE)
const namespaces = (language: string) => readdirSync(join(FOLDER, language)).sort()

// Words that both languages share. Anything else that is equal was probably never translated.
const SAME_IN_ALL = new Set([
  'common.navigation.feedback',
  'common.sync.look',
  'common.sync.offline',
  'legal.privacy.sections.cookies.title',
  'practice.finished.fine',
  'practice.pedal.tab',
  'practice.step.start',
  'practice.trainer.tab',
  'shortcuts.keys.close',
  'sign-in.again.in',
  'upgrade.pro',
])

test.each(others)('[UI2] %s has every file of texts that English has, and no other', language => {
  expect(namespaces(language)).toEqual(namespaces(SOURCE))
})

const cases = others.flatMap(language => namespaces(SOURCE).map(file => [language, file] as const))

test.each(cases)('[UI2] %s/%s has the same keys as English', (language, file) => {
  expect([...textsOf(language, file).keys()].sort()).toEqual([...textsOf(SOURCE, file).keys()].sort())
})

test.each(cases)('[UI2] %s/%s has the same placeholders as English', (language, file) => {
  const english = textsOf(SOURCE, file)
  const texts = [...textsOf(language, file)]
  expect(texts.map(([key, text]) => [key, placeholders(text)])).toEqual(
    texts.map(([key]) => [key, placeholders(english.get(key) ?? '')]),
  )
})

test.each(cases)('[UI2] nothing in %s/%s was left in English', (language, file) => {
  const english = textsOf(SOURCE, file)
  const same = [...textsOf(language, file)].filter(
    ([key, text]) => text === english.get(key) && hasWords(text),
  )
  expect(same.map(([key]) => key).filter(key => !SAME_IN_ALL.has(key))).toEqual([])
})

test.each(languages)('[UI2] no text of %s is empty or begins or ends with a space', language => {
  const texts = namespaces(language).flatMap(file => [...textsOf(language, file)])
  expect(texts.filter(([, text]) => !/^\S(?:[^]*\S)?$/u.test(text))).toEqual([])
})

test.each(languages)('[UI2] %s has a text for each number that its grammar tells apart', language => {
  const wanted = new Intl.PluralRules(language).resolvedOptions().pluralCategories.toSorted()
  const groups = new Map<string, string[]>()
  for (const key of namespaces(language).flatMap(file => [...textsOf(language, file).keys()])) {
    const [, name = '', category = ''] = /^(.+)_(zero|one|two|few|many|other)$/.exec(key) ?? []
    if (name !== '') groups.set(name, [...(groups.get(name) ?? []), category].toSorted())
  }
  expect(groups.size).toBeGreaterThan(0)
  for (const [name, categories] of groups) expect([name, categories]).toEqual([name, wanted])
})

/** Every text of one file by its full key, such as common.field.required or legal.terms.sections.law.title. */
function textsOf(language: string, file: string): Map<string, string> {
  const texts = new Map<string, string>()
  collect(file.replace(/\.json$/, ''), JSON.parse(readFileSync(join(FOLDER, language, file), 'utf8')), texts)
  return texts
}

function collect(key: string, value: unknown, texts: Map<string, string>): void {
  if (typeof value === 'string') texts.set(key, value)
  else if (typeof value === 'object' && value !== null)
    for (const [name, inner] of Object.entries(value)) collect(`${key}.${name}`, inner, texts)
  else throw new Error(`${key} is neither a text nor a group of texts`)
}

// A number with its unit is the same everywhere.
const hasWords = (text: string) => /\p{L}{2}/u.test(text.replaceAll(/\{\{.*?\}\}|\b(?:bpm|ms)\b/g, ''))

const placeholders = (text: string) =>
  [...text.matchAll(/\{\{\s*(\w+)/g)].map(match => match[1] ?? '').sort(byText)

const byText = (a: string, b: string) => a.localeCompare(b)
