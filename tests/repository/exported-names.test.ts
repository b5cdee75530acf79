import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isCode, isTest, sourceFiles } from './source-files.ts'

const FOLDERS = ['core', 'server', 'web/src', 'stand-ins', 'scripts', 'bench', 'e2e', 'tests']
// Each module of these kinds has the same exports, which its runner calls.
const SAME_EXPORTS_IN_EACH: readonly { readonly files: RegExp; readonly names: readonly string[] }[] = [
  { files: /^server\/database\/migrations\//, names: ['up'] },
  { files: /^bench\/.*\.bench\.ts$/, names: ['name', 'measure'] },
]
// Playwright's `test` with the fixtures of that file.
const EXTENDED_TEST = 'test'

const EXPORT = /^export (?:async )?(?:const|function\*?|class|type|interface|let)\s+([\w$]+)/gm

function exportedNames({ path, code }: { path: string; code: string }): string[] {
  const shared = SAME_EXPORTS_IN_EACH.filter(({ files }) => files.test(path)).flatMap(({ names }) => names)
  // An overloaded function is one export.
  const names = new Set([...code.matchAll(EXPORT)].map(([, name = '']) => name))
  return [...names].filter(
    name => !shared.includes(name) && !(name === EXTENDED_TEST && path.startsWith('e2e/')),
  )
}

test('[TL63] no name is exported by two files', () => {
  const files = sourceFiles(FOLDERS, isCode)
  const exportsOf = Map.groupBy(
    files.flatMap(file => exportedNames(file).map(name => ({ name, path: file.path }))),
    ({ name }) => name,
  )
  expect(exportsOf.size).toBeGreaterThan(1000)
  const twice = [...exportsOf].filter(([, places]) => places.length > 1)
  expect(twice.map(([name, places]) => `${name}: ${places.map(({ path }) => path).join(', ')}`)).toEqual([])
})

const UNDOCUMENTED =
  /(?<!\*\/\n)^export (?:async )?(?:const|function\*?|class|type|interface|let)\s+([\w$]+)/gm

test('[TL64] everything that the product and its stand-ins export has a docstring', () => {
  const root = join(import.meta.dirname, '../..')
  // Migrations have the same exports, which Kysely documents.
  const isDocumented = (path: string) => isCode(path) && !isTest(path) && !path.includes('/migrations/')
  const files = sourceFiles(['core', 'server', 'web/src', 'stand-ins'], isDocumented)
  expect(files.length).toBeGreaterThan(500)
  const undocumented = files.flatMap(({ path }) =>
    [...readFileSync(join(root, path), 'utf8').matchAll(UNDOCUMENTED)].map(([, name]) => `${path}: ${name}`),
  )
  expect(undocumented).toEqual([])
})
