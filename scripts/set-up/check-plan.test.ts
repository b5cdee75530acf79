import { expect, test } from 'vitest'
import { checkPlan } from './check-plan.mjs'

test('[TL62] npm run check runs a browser test file with Playwright and everything else with Vitest', () => {
  const spec = 'e2e/account/delete-account.spec.ts'
  expect(checkPlan([spec])).toEqual({ unitTests: null, browserTests: [spec] })
  expect(checkPlan(['e2e/account'])).toEqual({ unitTests: null, browserTests: ['e2e/account'] })
  expect(checkPlan(['core/practice/priority.ts', spec])).toEqual({
    unitTests: ['core/practice/priority'],
    browserTests: [spec],
  })
  expect(checkPlan([])).toEqual({ unitTests: [], browserTests: [] })
})
