/**
 * Returns which tests `npm run check` runs for these paths: name patterns for Vitest (null for no run, empty for all
 * tests), and files and folders for Playwright.
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
