import { expect, test } from 'vitest'
import { findTestFiles } from './test-files.ts'

test('[TL18] npm test expects browser files with a main test, and no *.all.test.ts; --all expects every file and every engine', () => {
  const main = findTestFiles('browser', false)
  const all = findTestFiles('browser', true)
  expect(main).toContain('e2e/main-job.spec.ts')
  expect(main).toContain('e2e/states/every-state.spec.ts')
  expect(main).not.toContain('e2e/sync/scenarios-postgresql.spec.ts')
  expect(all).toContain('e2e/sync/scenarios-postgresql.spec.ts')
  expect(findTestFiles('engines', false)).toEqual([])
  expect(findTestFiles('engines', true)).toHaveLength(3)
  expect(findTestFiles('unit', false).filter(path => path.includes('.all.'))).toEqual([])
  expect(findTestFiles('unit', true).length).toBeGreaterThanOrEqual(findTestFiles('unit', false).length)
})
