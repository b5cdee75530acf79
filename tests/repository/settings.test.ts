import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { SETTING_NAMES } from '#server/settings/environment.ts'

const text = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')
const settings = SETTING_NAMES.toSorted()

test('docs/settings.md has every setting that the server reads, once, and no other', () => {
  const rows = text('docs/settings.md')
    .split('\n')
    .filter(line => line.startsWith('| `'))
  const named = rows.flatMap(row => (row.split('|')[1] ?? '').match(/[A-Z][A-Z_]+/g) ?? [])
  expect(named.toSorted()).toEqual(settings)
})

test('.env.example has every setting that the server reads, once, not set, and no other', () => {
  const lines = text('.env.example')
    .split('\n')
    .filter(line => line !== '')
  expect(lines.filter(line => !line.startsWith('#'))).toEqual([])
  expect(lines.flatMap(line => /^#([A-Z_]+)=/.exec(line)?.[1] ?? []).toSorted()).toEqual(settings)
})
