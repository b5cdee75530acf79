import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readStaticFiles } from '#server/web-app/web-app.ts'
import { copyEarlierBuilds } from './earlier-builds.mjs'

let place = ''
beforeEach(() => (place = mkdtempSync(join(tmpdir(), 'dacapo-builds-'))))
afterEach(() => rmSync(place, { recursive: true }))

const DAY = 24 * 60 * 60_000
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

test('[OF6] the server still has the code of the build that was replaced, and only that of it', () => {
  const [before, after] = [
    aBuild('before', 'main-1.js', 'react-1.js'),
    aBuild('after', 'main-2.js', 'react-1.js'),
  ]
  copyEarlierBuilds(before, after, NOW)
  expect(assetsOf(after)).toEqual(['/assets/main-1.js', '/assets/main-2.js', '/assets/react-1.js'])
  const page = readStaticFiles(after).get('/index.html')?.bodies.get('identity')
  expect(Buffer.from(page ?? '').toString()).toBe('after index.html')
  // What is the same in both is kept once.
  expect(readdirSync(join(after, '.earlier', String(NOW), 'assets'))).toEqual(['main-1.js'])
})

test('[OF6] it goes with the compressed files beside it', () => {
  const [before, after] = [aBuild('before', 'main-1.js', 'main-1.js.br'), aBuild('after', 'main-2.js')]
  copyEarlierBuilds(before, after, NOW)
  expect([...(readStaticFiles(after).get('/assets/main-1.js')?.bodies.keys() ?? [])]).toEqual([
    'identity',
    'br',
  ])
})

test('[OF6] it stays for two weeks from the day it was replaced, however often there is a new build', () => {
  let latest = aBuild('build-0', 'main-0.js')
  for (let day = 1; day <= 20; day++) {
    const next = aBuild(`build-${day}`, `main-${day}.js`)
    copyEarlierBuilds(latest, next, NOW + day * DAY)
    latest = next
  }
  const kept = Array.from({ length: 15 }, (_, back) => `/assets/main-${20 - back}.js`)
  expect(assetsOf(latest)).toEqual(kept.toSorted())
})

test('[OF6] of a day full of builds the last twenty stay', () => {
  let latest = aBuild('build-0', 'main-0.js')
  for (let minute = 1; minute <= 30; minute++) {
    const next = aBuild(`build-${minute}`, `main-${minute}.js`)
    copyEarlierBuilds(latest, next, NOW + minute * 60_000)
    latest = next
  }
  expect(assetsOf(latest)).toHaveLength(21)
  expect(assetsOf(latest)).toContain('/assets/main-10.js')
  expect(assetsOf(latest)).not.toContain('/assets/main-9.js')
})

test('[OF6] the first build has none before it', () => {
  const first = aBuild('first', 'main-1.js')
  copyEarlierBuilds(join(place, 'nothing'), first, NOW)
  expect(existsSync(join(first, '.earlier'))).toBe(false)
  expect(readFileSync(join(first, 'assets/main-1.js'), 'utf8')).toBe('first assets/main-1.js')
})
