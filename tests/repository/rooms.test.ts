import { expect, test } from 'vitest'
import { importsOf, isCode, isTest, type SourceFile, sourceFiles } from './source-files.ts'

const everything = sourceFiles(
  ['core', 'server', 'stand-ins', 'web', 'scripts', 'tests', 'e2e', 'bench'],
  path => /\.(tsx?|mjs|css)$/.test(path),
)
const code = everything.filter(file => isCode(file.path))
// The build of the screens runs on Node and is a tool, not a part of what the musician gets.
const rooms = code.filter(({ path }) => /^(core|server|stand-ins|web\/src)\//.test(path) && !isTest(path))

// Which room may know which other; every room may know itself and core. A screen is a room of its own.
const mayKnow: Record<string, readonly string[]> = {
  core: [],
  server: [],
  // The server is given the stand-ins at its start and imports none.
  'stand-ins': ['server'],
  'web/concurrency': [],
  'web/navigation': ['web/concurrency'],
  'web/kit': ['web/language', 'web/concurrency', 'web/navigation'],
  'web/theme': ['web/concurrency'],
  // It fetches its files of texts.
  'web/language': ['web/api', 'web/concurrency'],
  'web/api': [],
  'web/store': ['web/concurrency', 'web/device'],
  'web/metronome': [],
  'web/device': ['web/concurrency'],
  // Signing out counts the waiting changes and deletes the local database; sign-ins are counted, and feedback that waits
  // is sent before.
  'web/identity': ['web/api', 'web/analytics', 'web/feedback', 'web/store', 'web/concurrency'],
  // What waits to be sent lies in the user's own database.
  'web/analytics': ['web/api', 'web/store', 'web/concurrency'],
  'web/feedback': ['web/api', 'web/store', 'web/concurrency'],
  'web/billing': [
    'web/api',
    'web/device',
    'web/identity',
    'web/kit',
    'web/language',
    'web/concurrency',
    'web/navigation',
  ],
  'web/sync': ['web/api', 'web/store', 'web/concurrency'],
  'web/service-worker': [],
}
const screensMayKnow = Object.keys(mayKnow).filter(room => /^web\/(?!sync|service-worker)/.test(room))
/** The app around the screens: it may know all of the web, and nothing but itself knows it. */
const SHELL = ['app', 'frame', 'prerender', 'recovery', 'sync-status', 'updates'].map(name => `web/${name}`)

/** The room a file stands in: `core`, `web/kit`, `web/screens/practice`; null for none. */
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

function forbiddenImports(files: SourceFile[]): string[] {
  return files.flatMap(({ path, imports }) => {
    const from = roomOf(path)
    const forbidden = imports.filter(({ file }) => {
      if (from === null || file === null || file.startsWith('locales/')) return false
      const to = roomOf(file)
      return to === null || !mayImport(from, to)
    })
    return forbidden.map(({ written }) => `${path} imports ${written}`)
  })
}

/**
 * Returns the files that are in an import circle or lead to one: what is left when files that import none of the others
 * are taken away again and again. Imports of types and dynamic imports count.
 */
function filesInCircles(files: readonly SourceFile[]): string[] {
  let left = files
  for (;;) {
    const paths = new Set(left.map(({ path }) => path))
    const importing = left.filter(({ imports }) =>
      imports.some(({ file }) => file !== null && paths.has(file)),
    )
    if (importing.length === left.length) return left.map(({ path }) => path)
    left = importing
  }
}

const fileWith = (path: string, code: string): SourceFile => ({ path, code, imports: importsOf(path, code) })

test('every room imports only the rooms it may know', () => {
  expect(forbiddenImports(rooms)).toEqual([])
  const isKnown = (room: string | null) =>
    room !== null && (room in mayKnow || SHELL.includes(room) || room.startsWith('web/screens/'))
  expect(rooms.filter(({ path }) => !isKnown(roomOf(path))).map(({ path }) => path)).toEqual([])
})

test.each([
  ['web/src/screens/pieces/pieces.tsx', '../practice/practice.tsx', 1],
  ['web/src/screens/pieces/pieces.tsx', '#web/kit/button.tsx', 0],
  ['web/src/kit/button.tsx', '#web/store/device-library.ts', 1],
  ['core/library/piece.ts', '#server/main.ts', 1],
  ['server/main.ts', '#web/app/main.tsx', 1],
])('an import of %s from %s is noticed where it is forbidden', (path, written, count) => {
  expect(forbiddenImports([fileWith(path, `import { x } from '${written}'`)])).toHaveLength(count)
})

test('no files import each other in a circle, types and dynamic imports included', () => {
  expect(filesInCircles(code)).toEqual([])
  const circle = [
    fileWith('core/music/a.ts', "import type { B } from './b.ts'"),
    fileWith('core/music/b.ts', "const load = () => import('#core/music/a.ts')"),
    fileWith('core/plan/d.ts', ''),
  ]
  expect(filesInCircles(circle)).toEqual(['core/music/a.ts', 'core/music/b.ts'])
})

test('only web/api talks to the network, only the store to IndexedDB, only the metronome to the speaker', () => {
  // The service worker is no part of any page: it stands between all of them and the network.
  const pages = rooms.filter(({ path }) => /^web\/src\/(?!service-worker)/.test(path))
  const outside = (room: string, pattern: RegExp) =>
    pages.filter(({ path, code }) => roomOf(path) !== room && pattern.test(code)).map(({ path }) => path)
  expect(outside('web/api', /\bfetch\(|\bXMLHttpRequest\b|\bsendBeacon\b/)).toEqual([])
  expect(outside('web/store', /from 'idb'|\bindexedDB\b/)).toEqual([])
  expect(outside('web/metronome', /\bAudioContext\b/)).toEqual([])
})

test('[UI26] a style sheet asks for the width of the window in em, so that with large letters it is as narrow as it looks', () => {
  const sheets = everything.filter(({ path }) => path.endsWith('.css'))
  expect(sheets.filter(({ code }) => /@media[^{]*width: \d+px/.test(code)).map(({ path }) => path)).toEqual(
    [],
  )
})
