import { expect, test } from 'vitest'
import { isCode, isTest, type SourceFile, sourceFiles } from './source-files.ts'

const everything = sourceFiles(
  ['core', 'server', 'stand-ins', 'web', 'scripts', 'tests', 'e2e', 'bench'],
  path => /\.(tsx?|mjs|css)$/.test(path),
)
const code = everything.filter(file => isCode(file.path))
// The build of web runs on Node and is not a part of the app.
const rooms = code.filter(({ path }) => /^(core|server|stand-ins|web\/src)\//.test(path) && !isTest(path))

const inWeb = (room: string) => `web/${room}`
// Which rooms each room may import, besides itself and core. Each screen is a room.
const mayKnow: Record<string, readonly string[]> = {
  core: [],
  server: [],
  // The server gets the stand-ins as an argument and imports none.
  'stand-ins': ['server'],
  'web/concurrency': [],
  'web/navigation': ['web/concurrency'],
  'web/kit': ['web/language', 'web/navigation'],
  'web/theme': ['web/concurrency', 'web/device'],
  // Fetches the translations.
  'web/language': ['web/api', 'web/concurrency', 'web/device'],
  'web/api': ['web/concurrency', 'web/device'],
  'web/store': ['web/concurrency', 'web/device'],
  'web/metronome': [],
  'web/device': ['web/concurrency'],
  // Signing out counts unsynced changes and deletes the local database. Sign-ins are counted.
  'web/identity': ['web/api', 'web/analytics', 'web/device', 'web/store', 'web/concurrency'],
  // Events name the user, whom the store knows.
  'web/analytics': ['web/api', 'web/store', 'web/concurrency', 'web/device'],
  'web/feedback': ['web/api'],
  'web/billing': ['api', 'device', 'store', 'identity', 'kit', 'language'].map(inWeb),
  'web/sync': ['web/api', 'web/store', 'web/concurrency'],
  'web/service-worker': [],
}
const screensMayKnow = Object.keys(mayKnow).filter(room => /^web\/(?!sync|service-worker)/.test(room))
const SHELL = ['app', 'frame', 'prerender', 'recovery', 'sync-status', 'updates'].map(inWeb)

/** Returns for example `core`, `web/kit` or `web/screens/practice`, or null if the file is in no room. */
function roomOf(path: string): string | null {
  const web = /^web\/src\/(screens\/[^/]+|[^/]+)\//.exec(path)?.[1]
  return web === undefined ? (/^(core|server|stand-ins)\//.exec(path)?.[1] ?? null) : `web/${web}`
}

function mayImport(from: string, to: string): boolean {
  if (from === to || to === 'core') return true
  if (SHELL.includes(from)) return to.startsWith('web/')
  if (from.startsWith('web/screens/')) return screensMayKnow.includes(to)
  return mayKnow[from]?.includes(to) ?? false
}

test('every room imports only the rooms it may know', () => {
  const forbidden = rooms.flatMap(({ path, imports }) => {
    const from = roomOf(path)
    if (from === null) return [`${path} is in no room`]
    const files = imports.filter(({ file }) => file !== null && !file.startsWith('locales/'))
    const others = files.map(({ file, written }) => ({ to: roomOf(file ?? ''), written }))
    return others
      .filter(({ to }) => to === null || !mayImport(from, to))
      .map(({ written }) => `${path} imports ${written}`)
  })
  expect(forbidden).toEqual([])
  const isKnown = (room: string) => room in mayKnow || SHELL.includes(room) || room.startsWith('web/screens/')
  expect(rooms.filter(({ path }) => !isKnown(roomOf(path) ?? '')).map(({ path }) => path)).toEqual([])
})

test('no files import each other in a circle, types and dynamic imports included', () => {
  // Repeatedly removes the files that import none of the others. The rest is in a circle or imports one.
  let left: readonly SourceFile[] = code
  for (let before = Infinity; left.length < before;) {
    before = left.length
    const paths = new Set(left.map(({ path }) => path))
    left = left.filter(({ imports }) => imports.some(({ file }) => file !== null && paths.has(file)))
  }
  expect(left.map(({ path }) => path)).toEqual([])
})

test('only web/api uses the network, only the store IndexedDB, only the metronome AudioContext', () => {
  // The service worker is left out, because it answers requests of the pages from the network.
  const pages = rooms.filter(({ path }) => /^web\/src\/(?!service-worker)/.test(path))
  const outside = (room: string, pattern: RegExp) =>
    pages.filter(({ path, code }) => roomOf(path) !== room && pattern.test(code)).map(({ path }) => path)
  expect(outside('web/api', /\bfetch\(|\bXMLHttpRequest\b|\bsendBeacon\b/)).toEqual([])
  expect(outside('web/store', /from 'idb'|\bindexedDB\b/)).toEqual([])
  expect(outside('web/metronome', /\bAudioContext\b/)).toEqual([])
})

test('[UI26] style sheets query the width of the window in em, so that large fonts count as a narrow window', () => {
  const inPixels = everything.filter(({ code }) => /@media[^{]*width: \d+px/.test(code))
  expect(inPixels.filter(({ path }) => path.endsWith('.css')).map(({ path }) => path)).toEqual([])
})
