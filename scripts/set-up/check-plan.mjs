/**
 * Chooses the tests that `npm run check` runs for the given paths. `unitTests` contains name patterns for Vitest. If
 * it is null, Vitest does not run; if it is empty, Vitest runs all tests. `browserTests` contains files and folders
 * for Playwright.
 * @param {string[]} paths
 * @returns {{ unitTests: string[] | null, browserTests: string[] }}
 */
export function checkPlan(paths) {
  const browserTests = paths.filter(isBrowserTest)
  const others = paths.filter(path => !isBrowserTest(path))
  if (browserTests.length > 0 && others.length === 0) return { unitTests: null, browserTests }
  // Vitest finds the tests of priority.ts by the name without its ending.
  return { unitTests: others.map(path => path.replace(/(\.test)?\.tsx?$/, '')), browserTests }
}

/** @param {string} path */
const isBrowserTest = path => path.endsWith('.spec.ts') || /^(\.\/)?e2e(\/[^.]*)?$/.test(path)
