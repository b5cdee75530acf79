import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../set-up/places.mjs'

const notOurs = new Set(['node_modules', 'dist', 'data', 'test-results', 'playwright-report'])

/**
 * Every file of the checkout that by its name holds tests, relative to the root: `unit` for Vitest (x.test.ts),
 * `browser` for Playwright (x.spec.ts). Found without the runners' own settings, so that a file which no setting
 * covers is noticed and not silently left out.
 */
export function testFiles(kind: 'unit' | 'browser'): string[] {
  const ending = kind === 'unit' ? /\.test\.tsx?$/ : /\.spec\.ts$/
  return filesBelow('').filter(path => ending.test(path))
}

function filesBelow(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap(entry => {
    if (notOurs.has(entry.name) || entry.name.startsWith('.')) return []
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`
    return entry.isDirectory() ? filesBelow(path) : [path]
  })
}
