import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isCode, isTest, sourceFiles } from './source-files.ts'

// A variable of a module, or a constant of one with something in it that changes.
const STATE =
  /^(?:export )?(?:let \w+|const \w+(?:: (?:(?:Map|Set)<.*|(?!readonly).*\[\]))? = (?:createObservable\b|\[\]$|\{\}$|new (?:Metronome|AbortController|BroadcastChannel|MessageChannel|WeakMap|(?:Map|Set)(?:<.*>)?\(\)$)))/m

/** Returns the modules of the pages that keep state; the service worker is no part of a page. */
const keepsState = (code: string) => STATE.test(code)

test('[TL72] no module of the web app keeps state except those that decision 0068 lists with the reason', () => {
  const page = readFileSync(
    join(import.meta.dirname, '../../docs/decisions/0068-state-created-at-start.md'),
    'utf8',
  )
  const listed = [...page.matchAll(/`((?!web\/)[\w-]+\/[\w/-]+\.tsx?)`/g)].map(
    ([, path = '']) => `web/src/${path}`,
  )
  const modules = sourceFiles(['web/src'], isCode)
    .filter(({ path }) => !isTest(path) && !path.startsWith('web/src/service-worker/'))
    .filter(({ code }) => keepsState(code))
    .map(({ path }) => path)
  expect(modules.filter(path => !listed.includes(path))).toEqual([])
  expect(listed.filter(path => !modules.includes(path))).toEqual([])
})

test('[TL72] a module that kept state would be noticed', () => {
  for (const code of [
    'let started = false',
    'export const signInState = createObservable<SignInState>({})',
    'const known = new Map<string, string>()',
    'const known = new WeakMap<A, { b: C }>()',
    'const known: Map<A, B> = new Map()',
    'const pending: (() => void)[] = []',
    'const channel = new MessageChannel()',
  ])
    expect(keepsState(`import x from 'x'\n${code}\n`)).toBe(true)
  for (const code of [
    '  let inside = 1',
    'const NONE: ReadonlyMap<A, B> = new Map()',
    "const CLOSED = new Set(['VersionError'])",
    'const NAME = /x/',
  ])
    expect(keepsState(code)).toBe(false)
})
