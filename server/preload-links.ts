import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { screenAt } from './screen-routes.ts'

const chunk = z.object({
  file: z.string(),
  isEntry: z.boolean().default(false),
  imports: z.array(z.string()).default([]),
  css: z.array(z.string()).default([]),
})

const manifestSchema = z.record(z.string(), chunk)

type Manifest = z.infer<typeof manifestSchema>

/**
 * Gives, for the address of a screen, a Link header that lets the browser fetch the screen's code beside the
 * app's entry instead of after it. Without a build there is nothing to tell.
 */
export function preloadLinks(webFolder: string): (path: string) => string | null {
  const file = join(webFolder, '.vite/manifest.json')
  if (!existsSync(file)) return () => null
  const manifest = manifestSchema.parse(JSON.parse(readFileSync(file, 'utf8')))
  return path => {
    const screen = screenAt(path)
    if (screen === null) return null
    const frame = screen.signedIn ? ['src/signed-in-frame.tsx'] : []
    return linksOf(manifest, [...frame, `src/screens/${screen.source}`])
  }
}

function linksOf(manifest: Manifest, roots: readonly string[]): string | null {
  // The page itself names its entry and all that this imports.
  const entries = Object.keys(manifest).filter(key => manifest[key]?.isEntry)
  const named = withImports(manifest, entries)
  const chunks = [...withImports(manifest, roots)]
    .filter(key => !named.has(key))
    .flatMap(key => manifest[key] ?? [])
  const links = [
    ...chunks.map(({ file }) => `</${file}>; rel=modulepreload`),
    // Vite asks for styles with `crossorigin`; a preload without it would be fetched twice.
    ...chunks.flatMap(({ css }) => css.map(file => `</${file}>; rel=preload; as=style; crossorigin`)),
  ]
  return links.length === 0 ? null : links.join(', ')
}

/** The chunks with these keys and everything they import. */
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
