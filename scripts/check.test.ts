import { expect, test } from 'vitest'
import { checkPlan } from './check.ts'

test('npm run check runs a browser test file with Playwright and everything else with Vitest', () => {
  const spec = 'e2e/account/delete-account.spec.ts'
  expect(checkPlan([spec])).toEqual({ paths: [spec], unitTests: null, browserTests: [spec] })
  expect(checkPlan(['e2e/account'])).toMatchObject({ unitTests: null, browserTests: ['e2e/account'] })
  const mixed = ['core/practice/priority.ts', spec]
  expect(checkPlan(mixed)).toEqual({
    paths: mixed,
    unitTests: ['core/practice/priority'],
    browserTests: [spec],
  })
  expect(checkPlan([])).toEqual({ paths: [], unitTests: [], browserTests: [] })
})

test('options of npm run check are for Playwright only', () => {
  const spec = 'e2e/account/delete-account.spec.ts'
  const crowded = ['--repeat-each=20', '--workers=6']
  expect(checkPlan([spec, ...crowded])).toEqual({
    paths: [spec],
    unitTests: null,
    browserTests: [spec, ...crowded],
  })
  expect(checkPlan(['core/practice', ...crowded])).toEqual({
    paths: ['core/practice'],
    unitTests: ['core/practice'],
    browserTests: [],
  })
})
