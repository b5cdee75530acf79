import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { findScreen } from './screen-routes.ts'

const chunk = z.object({
  file: z.string(),
  isEntry: z.boolean().default(false),
  imports: z.array(z.string()).default([]),
  css: z.array(z.string()).default([]),
})

const manifestSchema = z.record(z.string(), chunk)

type Manifest = z.infer<typeof manifestSchema>

/**
 * Returns a function that maps a screen's path to a Link header, with which the browser loads the screen's code in
 * parallel with the entry. It returns null if nothing has been built or the path is no screen.
 */
export function createPreloadLinks(webFolder: string): (path: string) => string | null {
  const file = join(webFolder, '.vite/manifest.json')
  if (!existsSync(file)) return () => null
  const manifest = manifestSchema.parse(JSON.parse(readFileSync(file, 'utf8')))
  return path => {
    const screen = findScreen(path)
    if (screen === null) return null
    const frame = screen.signedIn ? ['src/frame/signed-in-frame.tsx'] : []
    return linksOf(manifest, [...frame, `src/screens/${screen.source}`])
  }
}

function linksOf(manifest: Manifest, roots: readonly string[]): string | null {
  // The page itself links its entry and the entry's imports.
  const entries = Object.keys(manifest).filter(key => manifest[key]?.isEntry)
  const named = withImports(manifest, entries)
  const chunks = [...withImports(manifest, roots)]
    .filter(key => !named.has(key))
    .flatMap(key => manifest[key] ?? [])
  const links = [
    ...chunks.map(({ file }) => `</${file}>; rel=modulepreload`),
    // Vite loads styles with `crossorigin`; a preload without it would be fetched twice.
    ...chunks.flatMap(({ css }) => css.map(file => `</${file}>; rel=preload; as=style; crossorigin`)),
  ]
  return links.length === 0 ? null : links.join(', ')
}

/** Returns these chunks and everything they import. */
function withImports(manifest: Manifest, roots: readonly string[]): ReadonlySet<string> {
  const keys = new Set<string>()
  const add = (key: string) => {
    if (keys.has(key) || manifest[key] === undefined) return
    keys.add(key)
    manifest[key].imports.forEach(add)
  }
  roots.forEach(add)
  return keys
}
