import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readStaticFiles } from '#server/web-app/web-app.ts'
import { copyEarlierBuilds } from './earlier-builds.mjs'

let place = ''
beforeEach(() => (place = mkdtempSync(join(tmpdir(), 'dacapo-builds-'))))
afterEach(() => rmSync(place, { recursive: true }))

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const NOW = Date.UTC(2026, 10, 21)

function aBuild(name: string, ...files: string[]): string {
  const folder = join(place, name)
  for (const file of ['index.html', ...files.map(file => `assets/${file}`)]) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), `${name} ${file}`)
  }
  return folder
}

const assetsOf = (build: string) =>
  [...readStaticFiles(build).keys()].filter(path => path.startsWith('/assets/')).toSorted()

test('[OF6] the server still has the code of the build that was replaced, compressed too, and only that of it', () => {
  const before = aBuild('before', 'main-1.js', 'main-1.js.br', 'react-1.js')
  const after = aBuild('after', 'main-2.js', 'react-1.js')
  copyEarlierBuilds(join(place, 'nothing'), before, NOW)
  expect(existsSync(join(before, '.earlier'))).toBe(false)
  copyEarlierBuilds(before, after, NOW)
  expect(assetsOf(after)).toEqual(['/assets/main-1.js', '/assets/main-2.js', '/assets/react-1.js'])
  const files = readStaticFiles(after)
  const page = files.get('/index.html')?.bodies.get('identity')
  expect(Buffer.from(page ?? '').toString()).toBe('after index.html')
  expect([...(files.get('/assets/main-1.js')?.bodies.keys() ?? [])]).toEqual(['identity', 'br'])
  // A file that is in both builds is stored once.
  expect(readdirSync(join(after, '.earlier', String(NOW), 'assets'))).toEqual(['main-1.js', 'main-1.js.br'])
})

test.each([
  ['a build a day: two weeks from the day on which it was replaced', DAY, 20, 14],
  ['a day full of builds: the last twenty', MINUTE, 30, 20],
])('[OF6] of %s', (_, apart, count, kept) => {
  let latest = aBuild('build-0', 'main-0.js')
  for (let number = 1; number <= count; number++) {
    const next = aBuild(`build-${number}`, `main-${number}.js`)
    copyEarlierBuilds(latest, next, NOW + number * apart)
    latest = next
  }
  const newest = Array.from({ length: kept + 1 }, (_, back) => `/assets/main-${count - back}.js`)
  expect(assetsOf(latest)).toEqual(newest.toSorted())
})
