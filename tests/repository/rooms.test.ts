import { describe, expect, test } from 'vitest'
import { importCircles } from './import-circles.ts'
import { importsOf, isCode, isTest, type SourceFile, sourceFiles } from './source-files.ts'

const everything = sourceFiles(
  ['core', 'server', 'stand-ins', 'web', 'scripts', 'tests', 'e2e', 'bench'],
  path => /\.(tsx?|mjs|css)$/.test(path),
)
const code = everything.filter(file => isCode(file.path))
// The build of the screens runs on Node and is a tool, not a part of what the musician gets.
const rooms = code.filter(({ path }) => /^(core|server|stand-ins|web\/src)\//.test(path) && !isTest(path))

// Which room may know which other; every room may know itself. A screen is a room of its own.
const CORE = [
  'history',
  'import-export',
  'library',
  'music',
  'plan',
  'practice',
  'protocol',
  'timed-session',
].map(name => `core/${name}`)
const SERVER = [
  'account',
  'analytics',
  'billing',
  'database',
  'feedback',
  'http',
  'identity',
  'jobs',
  'library',
  'mail',
  'observability',
  'operations',
  'settings',
  'web-app',
].map(name => `server/${name}`)
const inWeb = (...names: string[]) => [...CORE, ...names.map(name => `web/${name}`)]
const mayKnow: Record<string, readonly string[]> = {
  ...Object.fromEntries(CORE.map(room => [room, CORE])),
  ...Object.fromEntries(['server', ...SERVER].map(room => [room, [...CORE, 'server', ...SERVER]])),
  // The server is given the stand-ins at its start and imports none.
  'stand-ins': [...CORE, 'server', ...SERVER],
  'web/concurrency': [],
  'web/navigation': inWeb('concurrency'),
  'web/kit': inWeb('language', 'concurrency', 'navigation'),
  'web/theme': inWeb('concurrency'),
  // It fetches its files of texts.
  'web/language': inWeb('api', 'concurrency'),
  'web/api': CORE,
  'web/store': inWeb('concurrency', 'device'),
  'web/metronome': CORE,
  'web/device': CORE,
  // Signing out counts the waiting changes and deletes the local database; sign-ins are counted, and feedback that waits
  // is sent before.
  'web/identity': inWeb('api', 'analytics', 'feedback', 'store', 'concurrency'),
  // What waits to be sent lies in the user's own database.
  'web/analytics': inWeb('api', 'store', 'concurrency'),
  'web/feedback': inWeb('api', 'store', 'concurrency'),
  'web/billing': inWeb('api', 'identity', 'kit', 'language', 'concurrency', 'navigation'),
  'web/sync': inWeb('api', 'store', 'concurrency'),
  'web/service-worker': CORE,
}
const screensMayKnow = Object.keys(mayKnow).filter(
  room => CORE.includes(room) || /^web\/(?!sync|service-worker)/.test(room),
)
/** The app around the screens: it may know all of the web, and nothing but itself knows it. */
const SHELL = ['app', 'frame', 'prerender', 'recovery', 'sync-status', 'updates'].map(name => `web/${name}`)

/** The room a file stands in: `core/music`, `web/kit`, `web/screens/practice`; null for none. */
function roomOf(path: string): string | null {
  const [, room] =
    /^web\/src\/(screens\/[^/]+|[^/]+)\//.exec(path) ?? /^((?:core|server)\/[^/]+)\//.exec(path) ?? []
  if (room !== undefined) return path.startsWith('web/') ? `web/${room}` : room
  return /^(server|stand-ins)\//.exec(path)?.[1] ?? null
}

function mayImport(from: string, to: string): boolean {
  if (from === to) return true
  if (SHELL.includes(from)) return CORE.includes(to) || to.startsWith('web/')
  if (from.startsWith('web/screens/')) return screensMayKnow.includes(to)
  return mayKnow[from]?.includes(to) ?? false
}

function forbiddenImports(files: SourceFile[]): string[] {
  return files.flatMap(({ path, imports }) => {
    const from = roomOf(path)
    return imports
      .filter(({ file }) => {
        const to = file === null ? null : roomOf(file)
        return (
          file !== null &&
          from !== null &&
          (to === null ? !file.startsWith('locales/') : !mayImport(from, to))
        )
      })
      .map(({ written }) => `${path} imports ${written}`)
  })
}

const pathsWhere = (files: SourceFile[], holds: (file: SourceFile) => boolean) =>
  files.filter(holds).map(file => file.path)

describe('who may know whom', () => {
  test('every room imports only the rooms it may know', () => {
    expect(forbiddenImports(rooms)).toEqual([])
    const known = new Set([...Object.keys(mayKnow), ...SHELL])
    const unknown = rooms.filter(({ path }) => {
      const room = roomOf(path)
      return room === null || !(known.has(room) || room.startsWith('web/screens/'))
    })
    expect(unknown.map(({ path }) => path)).toEqual([])
  })

  test('a screen that knew another screen or sync would be noticed, and so would an unknown room', () => {
    const wrong = (path: string, written: string) => {
      const source = `import { x } from '${written}'`
      return forbiddenImports([{ path, code: source, lines: 1, imports: importsOf(path, source) }]).length
    }
    expect(wrong('web/src/screens/pieces/pieces.tsx', '#web/screens/practice/practice.tsx')).toBe(1)
    expect(wrong('web/src/screens/pieces/pieces.tsx', '../practice/practice.tsx')).toBe(1)
    expect(wrong('web/src/screens/pieces/pieces.tsx', '#web/sync/sync-loop.ts')).toBe(1)
    expect(wrong('web/src/screens/pieces/pieces.tsx', '#web/kit/button.tsx')).toBe(0)
    expect(wrong('web/src/kit/button.tsx', '#web/store/device-library.ts')).toBe(1)
    expect(wrong('web/src/corner/dust.ts', '#web/store/device-library.ts')).toBe(1)
    expect(wrong('core/library/piece.ts', '#server/main.ts')).toBe(1)
    expect(wrong('server/main.ts', '#web/app/main.tsx')).toBe(1)
  })

  test('no files import each other in a circle, types and dynamic imports included', () => {
    expect(importCircles(code)).toEqual([])
    const file = (path: string, code: string) => ({ path, code, lines: 1, imports: importsOf(path, code) })
    const circle = [
      file('core/music/a.ts', "import type { B } from './b.ts'"),
      file('core/music/b.ts', "const load = () => import('#core/plan/c.ts')"),
      file('core/plan/c.ts', "import { a } from '#core/music/a.ts'"),
    ]
    expect(importCircles(circle)).toEqual([['core/music/a.ts', 'core/music/b.ts', 'core/plan/c.ts']])
  })

  test('only web/api talks to the network, only the store to IndexedDB, only the metronome to the speaker', () => {
    const outside = (room: string, pattern: RegExp) =>
      pathsWhere(
        // The service worker is no part of any page: it stands between all of them and the network.
        rooms.filter(({ path }) => roomOf(path) !== 'web/service-worker'),
        ({ path, code }) =>
          roomOf(path)?.startsWith('web') === true && roomOf(path) !== room && pattern.test(code),
      )
    expect(outside('web/api', /\bfetch\(|\bXMLHttpRequest\b|\bsendBeacon\b/)).toEqual([])
    expect(outside('web/store', /from 'idb'|\bindexedDB\b/)).toEqual([])
    expect(outside('web/metronome', /\bAudioContext\b/)).toEqual([])
  })
})

describe('how a file looks', () => {
  test('no style sheet is longer than 300 lines', () => {
    const sheets = everything.filter(({ path }) => path.endsWith('.css'))
    expect(sheets.filter(file => file.lines > 300).map(file => `${file.path}: ${file.lines}`)).toEqual([])
  })

  test('[UI26] a style sheet asks for the width of the window in em, so that with large letters it is as narrow as it looks', () => {
    const sheets = everything.filter(({ path }) => path.endsWith('.css'))
    expect(pathsWhere(sheets, ({ code }) => /@media[^{]*width: \d+px/.test(code))).toEqual([])
  })

  test('an import names the file with its ending, and another room by its #name', () => {
    const nameless = rooms.flatMap(({ path, imports }) =>
      imports
        .filter(
          ({ written, file }) =>
            file !== null &&
            (!/\.\w+$/.test(written) || (!written.endsWith('.css') && leavesItsRoom(path, written))),
        )
        .map(({ written }) => `${path} imports ${written}`),
    )
    expect(nameless).toEqual([])
  })

  test('markup stays in web', () => {
    expect(pathsWhere(code, file => file.path.endsWith('.tsx') && !file.path.startsWith('web/'))).toEqual([])
  })

  test('no file is a drawer for what found no place, and none only passes others on', () => {
    const drawer = /(^|\/)(utils?|helpers?|common|misc|types|index|[\w-]*manager)(\/|\.\w+$)/
    expect(pathsWhere(code, file => drawer.test(file.path))).toEqual([])
    expect(pathsWhere(rooms, file => /^export \* from/m.test(file.code))).toEqual([])
  })
})

function leavesItsRoom(path: string, written: string): boolean {
  if (!written.startsWith('../')) return false
  const file = importsOf(path, `import '${written}'`)[0]?.file ?? ''
  // The texts belong to no room and have no #name.
  return !file.startsWith('locales/') && roomOf(file) !== roomOf(path)
}
