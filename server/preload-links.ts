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
    const wanted = [`src/screens/${screen.folder}/`, ...(screen.signedIn ? ['src/signed-in-frame.tsx'] : [])]
    const roots = Object.keys(manifest).filter(key => wanted.some(start => key.startsWith(start)))
    // Two legal pages share a folder: which one is meant, only the app knows.
    return roots.length > 2 ? null : linksOf(manifest, roots)
  }
}

function linksOf(manifest: Manifest, roots: readonly string[]): string | null {
  const keys = new Set<string>()
  const add = (key: string) => {
    const found = manifest[key]
    // The page names its entry and what that imports by itself.
    if (found === undefined || found.isEntry || keys.has(key)) return
    keys.add(key)
    found.imports.forEach(add)
  }
  roots.forEach(add)
  const chunks = [...keys].flatMap(key => manifest[key] ?? [])
  const links = [
    ...chunks.map(({ file }) => `</${file}>; rel=modulepreload`),
    ...chunks.flatMap(({ css }) => css.map(file => `</${file}>; rel=preload; as=style`)),
  ]
  return links.length === 0 ? null : links.join(', ')
}
