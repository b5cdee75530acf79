import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../set-up/paths.mjs'
import { MAIN_TAG } from './test-tags.ts'

const IGNORED_FOLDERS = new Set(['node_modules', 'dist', 'data', 'test-results', 'playwright-report'])

/**
 * Finds all test files of one kind: `unit` for Vitest (x.test.ts), `browser` for Playwright (x.spec.ts), `engines` for
 * the tests in every browser engine (x.journey.ts). Returns paths relative to the root. Without `isAll`, omits files
 * that run only with `--all`. Does not read the runners' settings, so that a file which a runner overlooks is noticed.
 */
export function findTestFiles(kind: keyof typeof ENDINGS, isAll: boolean): string[] {
  const files = filesBelow('').filter(path => ENDINGS[kind].test(path))
  if (isAll) return files
  if (kind === 'engines') return []
  return files.filter(path => (kind === 'unit' ? !/\.all\.test\.tsx?$/.test(path) : hasMainTests(path)))
}

const ENDINGS = { unit: /\.test\.tsx?$/, browser: /\.spec\.ts$/, engines: /\.journey\.ts$/ }

const hasMainTests = (path: string) => readFileSync(join(root, path), 'utf8').includes(` ${MAIN_TAG}`)

function filesBelow(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap(entry => {
    if (IGNORED_FOLDERS.has(entry.name) || entry.name.startsWith('.')) return []
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`
    return entry.isDirectory() ? filesBelow(path) : [path]
  })
}
