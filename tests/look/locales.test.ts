import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isTest, sourceFiles } from '#tests/repository/source-files.ts'

const FOLDER = join(import.meta.dirname, '../../locales')
const languages = readdirSync(FOLDER)
const others = languages.filter(language => language !== 'en')
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

test.each(others)(
  '[UI2] %s has the files, keys and placeholders of English, and no text left in English',
  language => {
    expect(namespaces(language)).toEqual(namespaces('en'))
    const [english, own] = [textsOf('en'), textsOf(language)]
    const outline = (texts: Map<string, string>) =>
      Object.fromEntries([...texts].map(([key, text]) => [key, placeholders(text)]))
    expect(outline(own)).toEqual(outline(english))
    const same = [...own].filter(([key, text]) => text === english.get(key) && hasWords(text))
    expect(same.map(([key]) => key).filter(key => !SAME_IN_ALL.has(key))).toEqual([])
  },
)

test.each(languages)('[UI2] no text of %s is empty or begins or ends with a space', language => {
  expect([...textsOf(language)].filter(([, text]) => !/^\S(?:[^]*\S)?$/u.test(text))).toEqual([])
})

test.each(languages)('[UI2] %s has a text for each of its plural forms', language => {
  const wanted = new Intl.PluralRules(language).resolvedOptions().pluralCategories.toSorted()
  const groups = new Map<string, string[]>()
  for (const key of textsOf(language).keys()) {
    const [, name = '', category = ''] = /^(.+)_(zero|one|two|few|many|other)$/.exec(key) ?? []
    if (name !== '') groups.set(name, [...(groups.get(name) ?? []), category].toSorted())
  }
  expect(groups.size).toBeGreaterThan(0)
  for (const [name, categories] of groups) expect([name, categories]).toEqual([name, wanted])
})

test('[UI2] every text that is shown or read out comes from a text file', () => {
  // Words between tags, and in the attributes that are read out or shown.
  const patterns = [
    />\s*\p{L}[\p{L}\d ,.’'!?-]*\s*<\//u,
    /\b(?:aria-label|aria-description|aria-valuetext|aria-roledescription|title|alt|placeholder|label)="[^"]*\p{L}/u,
  ]
  const literals = (code: string) => patterns.flatMap(pattern => pattern.exec(code)?.[0] ?? [])
  expect(literals('<h1>\n  Hello, world\n</h1>')).toHaveLength(1)
  const screens = sourceFiles(['web/src'], path => path.endsWith('.tsx') && !isTest(path))
  expect(screens.length).toBeGreaterThan(50)
  const found = screens.flatMap(({ path, code }) => literals(code).map(text => `${path}: ${text}`))
  // The product name and example addresses are the same in every language.
  expect(found.filter(text => !/="(Dacapo|\S+@example\.org)/.test(text))).toEqual([])
})

function textsOf(language: string): Map<string, string> {
  const texts = new Map<string, string>()
  for (const file of namespaces(language))
    collect(file.replace('.json', ''), JSON.parse(readFileSync(join(FOLDER, language, file), 'utf8')), texts)
  return texts
}

function collect(key: string, value: unknown, texts: Map<string, string>): void {
  if (typeof value === 'string') texts.set(key, value)
  else if (typeof value === 'object' && value !== null)
    for (const [name, inner] of Object.entries(value)) collect(`${key}.${name}`, inner, texts)
  else throw new Error(`${key} is neither a text nor a group of texts`)
}

// A number with its unit is the same in every language.
const hasWords = (text: string) => /\p{L}{2}/u.test(text.replaceAll(/\{\{.*?\}\}|\b(?:bpm|ms)\b/g, ''))

const placeholders = (text: string) =>
  [...text.matchAll(/\{\{\s*(\w+)/g)].map(match => match[1] ?? '').toSorted()
