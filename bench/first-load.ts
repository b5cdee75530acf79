import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { z } from 'zod'
import { BUILT_WEB_FOLDER } from '../scripts/set-up/paths.mjs'

const Chunk = z.object({
  file: z.string(),
  isEntry: z.boolean().default(false),
  imports: z.array(z.string()).default([]),
  css: z.array(z.string()).default([]),
})
const Manifest = z.record(z.string(), Chunk)
type Manifest = z.infer<typeof Manifest>

// In addition to the entry, which every screen needs.
const firstScreens = {
  '/signin': ['src/screens/sign-in/sign-in.tsx'],
  '/try': ['src/screens/practice/try-out.tsx'],
  '/practice': [
    'src/screens/practice/practice.tsx',
    'src/frame/signed-in-frame.tsx',
    'src/store/open-store.ts',
  ],
}
export type FirstScreen = keyof typeof firstScreens

/**
 * Bytes after gzip, from the build in dist/web. `script` and `style` are loaded before the screen can be used: entry, frame,
 * screen, and the store, with their static imports. `files` is their number. `later` is all other scripts.
 */
export function computeFirstLoad(screen: FirstScreen) {
  const manifest = Manifest.parse(JSON.parse(read('.vite/manifest.json').toString()))
  const page = read('index.html').toString()
  const entries = Object.keys(manifest).filter(key => manifest[key]?.isEntry)
  const chunks = chunksOf(manifest, [...entries, ...firstScreens[screen]])
  // Scripts in index.html, such as the one that sets the theme before the first paint.
  const pageScripts = [...page.matchAll(/<script [^>]*src="\/([^"]+)"/g)].map(([, file = '']) => file)

  const script = new Set([...filesOf(chunks), ...pageScripts])
  const later = new Set([...filesOf(Object.values(manifest))].filter(file => !script.has(file)))
  const style = new Set(chunks.flatMap(chunk => chunk.css))
  return {
    script: gzipped(script),
    style: gzipped(style),
    files: script.size + style.size,
    later: gzipped(later),
    preloadedFonts: [...page.matchAll(/<link [^>]*as="font"/g)].length,
  }
}

function chunksOf(manifest: Manifest, keys: string[], found = new Set<string>()): Manifest[string][] {
  for (const key of keys) {
    const chunk = manifest[key]
    if (chunk === undefined) throw new Error(`${key} is not in Vite's manifest: has it been renamed?`)
    if (found.has(key)) continue
    found.add(key)
    chunksOf(manifest, chunk.imports, found)
  }
  return [...found].flatMap(key => manifest[key] ?? [])
}

const filesOf = (chunks: Manifest[string][]) =>
  new Set(chunks.map(chunk => chunk.file).filter(file => file.endsWith('.js')))

// The build compresses with level 9. Browsers without Brotli get these files.
const gzipped = (files: Set<string>) =>
  [...files].reduce((sum, file) => sum + gzipSync(read(file), { level: 9 }).length, 0)

const read = (file: string) => readFileSync(join(BUILT_WEB_FOLDER, file))
