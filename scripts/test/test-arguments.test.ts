import { expect, test } from 'vitest'
import { parseTestArguments, TEST_USAGE } from './test-arguments.ts'

test('[TL67] the options of npm test', () => {
  expect(parseTestArguments([])).toEqual({ isAll: false, only: undefined, namesSlowest: false })
  expect(parseTestArguments(['--all', '--slowest', '--only', 'lint,format'])).toEqual({
    isAll: true,
    only: ['lint', 'format'],
    namesSlowest: true,
  })
})

test('[TL67] help is given for the asking, and lists every option', () => {
  for (const asked of ['--help', '-h']) expect(parseTestArguments([asked, '--all'])).toBe('help')
  for (const option of ['--all', '--only', '--slowest', '--help']) expect(TEST_USAGE).toContain(option)
})

test('[TL67] an unknown argument is named', () => {
  expect(parseTestArguments(['--al'])).toEqual({ problem: expect.stringContaining('--al') })
  expect(parseTestArguments(['lint'])).toEqual({ problem: expect.stringContaining('lint') })
})
