import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { environmentSchema } from '#server/settings/environment.ts'

const page = readFileSync(new URL('../../docs/settings.md', import.meta.url), 'utf8')
const rows = page.split('\n').filter(line => line.startsWith('| `'))
const named = rows.flatMap(row => (row.split('|')[1] ?? '').match(/[A-Z][A-Z_]+/g) ?? [])

test('docs/settings.md has every setting that the server reads, once, and no other', () => {
  expect(named.toSorted()).toEqual(Object.keys(environmentSchema.shape).toSorted())
})
