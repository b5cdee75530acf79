import { describe, expect, test } from 'vitest'
import { importsOf, isCode, isTest, type SourceFile, sourceFiles } from './source-files.ts'

const everything = sourceFiles(['core', 'server', 'web', 'scripts', 'tests', 'e2e', 'bench'], path =>
  /\.(tsx?|mjs|css)$/.test(path),
)
const code = everything.filter(file => isCode(file.path))
// The build of the screens runs on Node and is a tool, not a part of what the musician gets.
const rooms = code.filter(file => roomOf(file.path) !== null && !isTest(file.path))

// Which room may know which other; every room may know itself. A screen is a room of its own.
const mayKnow: Record<string, readonly string[]> = {
  core: [],
  server: ['core'],
  'web/kit': ['core', 'web/language'],
  'web/theme': ['core'],
  'web/language': ['core'],
  'web/api': ['core'],
  'web/store': ['core'],
  'web/metronome': ['core'],
  'web/device': ['core'],
  // Signing out counts the waiting changes and deletes the local database, so identity knows the store;
  // who came and how is counted, which outside does.
  'web/identity': ['core', 'web/api', 'web/outside', 'web/store'],
  // What was done waits in the user's own database until it has been counted.
  'web/outside': ['core', 'web/api', 'web/store'],
  'web/sync': ['core', 'web/api', 'web/store'],
  'web/service-worker': ['core'],
}
const screensMayKnow = [
  'core',
  ...Object.keys(mayKnow).filter(room => /^web\/(?!sync|service-worker)/.test(room)),
]

/** The room a file stands in: `core`, `web/kit`, `web/screens/practice`, `web` for the app itself; null for none. */
function roomOf(path: string): string | null {
  const inWeb = /^web\/src\/(screens\/[^/]+|[^/]+)\//.exec(path)
  if (inWeb) return `web/${inWeb[1]}`
  if (path.startsWith('web/src/')) return 'web'
  return /^(core|server)\//.exec(path)?.[1] ?? null
}

function mayImport(from: string, to: string): boolean {
  if (from === to) return true
  if (from === 'web') return to === 'core' || to.startsWith('web/')
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

const packagesIn = (folder: string) =>
  rooms
    .filter(({ path }) => path.startsWith(folder))
    .flatMap(({ path, imports }) =>
      imports.filter(({ file }) => file === null).map(({ written }) => ({ path, written })),
    )

describe('who may know whom', () => {
  test('[TL1] every room imports only the rooms it may know', () => {
    expect(forbiddenImports(rooms)).toEqual([])
  })

  test('[TL1] a screen that knew another screen or sync would be noticed, and so would an unknown room', () => {
    const wrong = (path: string, written: string) => {
      const source = `import { x } from '${written}'`
      return forbiddenImports([{ path, code: source, lines: 1, imports: importsOf(path, source) }]).length
    }
    expect(wrong('web/src/screens/pieces/pieces.tsx', '#web/screens/practice/practice.tsx')).toBe(1)
    expect(wrong('web/src/screens/pieces/pieces.tsx', '../practice/practice.tsx')).toBe(1)
    expect(wrong('web/src/screens/pieces/pieces.tsx', '#web/sync/sync-loop.ts')).toBe(1)
    expect(wrong('web/src/screens/pieces/pieces.tsx', '#web/kit/button.tsx')).toBe(0)
    expect(wrong('web/src/kit/button.tsx', '#web/store/use-library.ts')).toBe(1)
    expect(wrong('web/src/corner/dust.ts', '#web/store/use-library.ts')).toBe(1)
    expect(wrong('core/piece.ts', '#server/main.ts')).toBe(1)
    expect(wrong('server/main.ts', '#web/main.tsx')).toBe(1)
  })

  test('[TL2] core imports nothing but the schema library', () => {
    expect(packagesIn('core/').filter(({ written }) => written !== 'zod/mini')).toEqual([])
  })

  test('[TL2] core has no clock and no chance of its own', () => {
    const impure =
      /\bnew Date\b|\bDate\.|\bMath\.random\b|\bperformance\b|\bcrypto\b|\bsetTimeout\b|\bfetch\b/
    expect(pathsWhere(rooms, file => file.path.startsWith('core/') && impure.test(file.code))).toEqual([])
  })

  test('[TL1] nothing of Node or the server reaches the browser, and nothing of the browser the server', () => {
    const inWeb = packagesIn('web/').map(({ written }) => written)
    expect(
      inWeb.filter(name => /^(node:|hono|kysely|pg$|better-auth|nodemailer|pino|@electric)/.test(name)),
    ).toEqual([])
    const inServer = packagesIn('server/').map(({ written }) => written)
    expect(inServer.filter(name => /^(react|dexie|i18next-browser|i18next-http)/.test(name))).toEqual([])
  })

  test('[TL3] only web/api talks to the network, only the store to IndexedDB, only the metronome to the speaker', () => {
    const outside = (room: string, pattern: RegExp) =>
      pathsWhere(
        // The service worker is no part of any page: it stands between all of them and the network.
        rooms.filter(({ path }) => roomOf(path) !== 'web/service-worker'),
        ({ path, code }) =>
          roomOf(path)?.startsWith('web') === true && roomOf(path) !== room && pattern.test(code),
      )
    expect(outside('web/api', /\bfetch\(|\bXMLHttpRequest\b|\bsendBeacon\b/)).toEqual([])
    expect(outside('web/store', /from 'dexie|\bindexedDB\b/)).toEqual([])
    expect(outside('web/metronome', /\bAudioContext\b/)).toEqual([])
  })
})

describe('how a file looks', () => {
  test('[TL4] no file is longer than 300 lines', () => {
    expect(everything.filter(file => file.lines > 300).map(file => `${file.path}: ${file.lines}`)).toEqual([])
  })

  test('[TL4] everything is exported by name, save where a tool asks for a default', () => {
    const isConfiguration = (path: string) => /\.config\.ts$|\.d\.ts$/.test(path)
    const hasDefault = /^export default\b|\bas default\b/m
    expect(pathsWhere(code, file => !isConfiguration(file.path) && hasDefault.test(file.code))).toEqual([])
  })

  test('[TL4] an import names the file with its ending, and another room by its #name', () => {
    const nameless = rooms.flatMap(({ path, imports }) =>
      imports
        .filter(
          ({ written, file }) => file !== null && (!/\.\w+$/.test(written) || leavesItsRoom(path, written)),
        )
        .map(({ written }) => `${path} imports ${written}`),
    )
    expect(nameless).toEqual([])
  })

  test('[TL4] markup stays in web', () => {
    expect(pathsWhere(code, file => file.path.endsWith('.tsx') && !file.path.startsWith('web/'))).toEqual([])
  })

  test('[TL4] no file is a drawer for what found no place, and none only passes others on', () => {
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
