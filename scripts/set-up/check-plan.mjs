/**
 * Chooses what `npm run check` checks for the given arguments. `paths` contains the files and folders among them.
 * `unitTests` contains name patterns for Vitest. If it is null, Vitest does not run; if it is empty, Vitest runs all
 * tests. `browserTests` contains files and folders for Playwright, followed by its options.
 * @param {string[]} args
 * @returns {{ paths: string[], unitTests: string[] | null, browserTests: string[] }}
 */
export function checkPlan(args) {
  const paths = args.filter(arg => !isOption(arg))
  const browserTests = paths.filter(isBrowserTest)
  const others = paths.filter(path => !isBrowserTest(path))
  // Vitest finds the tests of priority.ts by the name without its ending.
  const patterns = others.map(path => path.replace(/(\.test)?\.tsx?$/, ''))
  if (browserTests.length === 0) return { paths, unitTests: patterns, browserTests }
  return {
    paths,
    unitTests: others.length === 0 ? null : patterns,
    browserTests: [...browserTests, ...args.filter(isOption)],
  }
}

/** @param {string} arg */
const isOption = arg => arg.startsWith('--')

/** @param {string} path */
const isBrowserTest = path => path.endsWith('.spec.ts') || /^(\.\/)?e2e(\/[^.]*)?$/.test(path)
