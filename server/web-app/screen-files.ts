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

/** The modules of every signed-in screen: the navigation bar and what else surrounds the screens, and the local store. */
const SIGNED_IN = ['src/frame/signed-in-frame.tsx', 'src/store/open-store.ts']

/** URL paths of the built files that a screen needs in addition to those that the HTML page itself names. */
export type ScreenFiles = { readonly scripts: readonly string[]; readonly styles: readonly string[] }

/** Function that returns the built files of the screen at a URL path, or null if no screen has this path. */
export type FindScreenFiles = (path: string) => ScreenFiles | null

/**
 * Reads Vite's manifest, which says which built files each screen needs. If the app has not been built, the returned
 * function always returns null.
 */
export function readScreenFiles(webFolder: string): FindScreenFiles {
  const file = join(webFolder, '.vite/manifest.json')
  if (!existsSync(file)) return () => null
  const manifest = manifestSchema.parse(JSON.parse(readFileSync(file, 'utf8')))
  // The page itself names its entry and the entry's imports.
  const entries = Object.keys(manifest).filter(key => manifest[key]?.isEntry)
  const named = withImports(manifest, entries)
  return path => {
    const screen = findScreen(path)
    if (screen === null) return null
    const roots = [...(screen.signedIn ? SIGNED_IN : []), `src/screens/${screen.source}`]
    const chunks = [...withImports(manifest, roots)]
      .filter(key => !named.has(key))
      .flatMap(key => manifest[key] ?? [])
    return {
      scripts: chunks.map(({ file }) => `/${file}`),
      styles: chunks.flatMap(({ css }) => css.map(file => `/${file}`)),
    }
  }
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
