import { expect, test } from 'vitest'
import { chooseStages } from './chosen-stages.ts'
import type { Stage } from './stage.ts'

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

test('[TL66] without names all stages run, those of --all only then', () => {
  expect(names(false)).toEqual(['types of core', 'types of web', 'lint', 'vitest'])
  expect(names(true)).toEqual(['types of core', 'types of web', 'lint', 'vitest', 'audit'])
})

test('[TL66] a name stands for one stage, or for all of its rooms', () => {
  expect(names(false, ['types', 'audit'])).toEqual(['types of core', 'types of web', 'audit'])
  expect(names(false, ['types of web'])).toEqual(['types of web'])
})

test('[TL66] a name that no stage has is reported, also beside one that is known', () => {
  expect(chooseStages(GROUPS, false, ['lint', 'tests', 'typ']).unknown).toEqual(['tests', 'typ'])
  expect(chooseStages(GROUPS, false, undefined).unknown).toEqual([])
})
