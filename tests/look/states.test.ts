import { expect, test } from 'vitest'
import { JOURNEYS } from '../../e2e/states/journeys.ts'
import { isCode, isTest, sourceFiles } from '#tests/repository/source-files.ts'

// Compares the list of states with the routes and dialogs of the source.

const sources = sourceFiles(['web/src'], path => isCode(path) && !isTest(path)).map(({ path, code }) => ({
  path: path.replace('web/src/', ''),
  code,
}))
const routes = sources.flatMap(({ code }) =>
  [...code.matchAll(/'(\/[^']*)': (?:async|signIn)\b/g)].map(([, path]) => path),
)
// The kit's own dialogs are shown by the components that use them.
const dialogs = sources
  .filter(({ path, code }) => path !== 'kit/dialog.tsx' && /<(Dialog|ConfirmDialog|dialog)\b/.test(code))
  .map(({ path }) => path)

test('every route and every dialog has a state, and no journey names one that is not there', () => {
  expect(routes.length).toBeGreaterThan(10)
  expect(dialogs.length).toBeGreaterThan(3)
  expect(new Set(JOURNEYS.flatMap(journey => journey.routes))).toEqual(new Set([...routes, '*']))
  expect(new Set(JOURNEYS.flatMap(journey => journey.dialogs ?? []))).toEqual(new Set(dialogs))
})

test('every state has a name of its own', () => {
  const names = JOURNEYS.flatMap(({ states }) => Object.keys(states))
  expect(names.filter(name => !/^[a-z]+(-[a-z]+)*$/.test(name))).toEqual([])
  expect(new Set(names).size).toBe(names.length)
})
