import { expect, test } from 'vitest'
import { findTestFiles } from './runners.ts'
import { chooseStages, parseTestArguments, type Stage } from './stages.ts'

const stage = (name: string, isOnlyInAll = false): Stage => ({
  name,
  needsBrowser: false,
  isOnlyInAll,
  run: async () => ({ passed: 1, failed: 0, output: '' }),
})
const GROUPS = [
  [[stage('types of core'), stage('types of web'), stage('lint')], [stage('vitest')]],
  [[stage('audit', true)]],
]
const names = (isAll: boolean, only?: string[]) =>
  chooseStages(GROUPS, isAll, only)
    .chosen.flat(2)
    .map(({ name }) => name)

test('without names all stages run, those of --all only then', () => {
  expect(names(false)).toEqual(['types of core', 'types of web', 'lint', 'vitest'])
  expect(names(true)).toEqual(['types of core', 'types of web', 'lint', 'vitest', 'audit'])
})

test('a name stands for one stage, or for all of its rooms; one that no stage has is reported', () => {
  expect(names(false, ['types', 'audit'])).toEqual(['types of core', 'types of web', 'audit'])
  expect(names(false, ['types of web'])).toEqual(['types of web'])
  expect(chooseStages(GROUPS, false, ['lint', 'tests', 'typ']).unknown).toEqual(['tests', 'typ'])
})

test('the options of npm test; an unknown argument is named', () => {
  expect(parseTestArguments([])).toEqual({ isAll: false, only: undefined })
  expect(parseTestArguments(['--all', '--only', 'lint,format'])).toEqual({
    isAll: true,
    only: ['lint', 'format'],
  })
  expect(parseTestArguments(['-h', '--all'])).toBe('help')
  for (const wrong of ['--al', 'lint'])
    expect(parseTestArguments([wrong])).toEqual({ problem: expect.stringContaining(wrong) })
})

test('npm test expects browser files with a main test, and no *.all.test.ts; --all expects every file and every engine', () => {
  const main = findTestFiles('browser', false)
  expect(main).toContain('e2e/main-job.spec.ts')
  expect(main).toContain('e2e/states/every-state.spec.ts')
  expect(main).not.toContain('e2e/sync/scenarios.spec.ts')
  expect(findTestFiles('browser', true)).toContain('e2e/sync/scenarios.spec.ts')
  expect(findTestFiles('engines', false)).toEqual([])
  expect(findTestFiles('engines', true)).toHaveLength(3)
  expect(findTestFiles('unit', false).filter(path => path.includes('.all.'))).toEqual([])
  expect(findTestFiles('unit', true)).toContain('scripts/test/stages.test.ts')
  expect(findTestFiles('unit', true).length).toBeGreaterThan(findTestFiles('unit', false).length)
})
