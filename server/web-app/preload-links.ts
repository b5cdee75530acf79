import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { matchScreenAddress } from '#core/protocol/screen-addresses.ts'
import { SCREEN_TEXT_NAMESPACES } from '#core/protocol/screen-texts.ts'
import { FALLBACK_LANGUAGE } from './page-language.ts'
import { findScreen } from './screen-routes.ts'

const chunk = z.object({
  file: z.string(),
  isEntry: z.boolean().default(false),
  imports: z.array(z.string()).default([]),
  css: z.array(z.string()).default([]),
})

const manifestSchema = z.record(z.string(), chunk)

type Manifest = z.infer<typeof manifestSchema>

/** The modules of every signed-in screen: the frame, and the library on the device. */
const SIGNED_IN = ['src/frame/signed-in-frame.tsx', 'src/store/open-store.ts']

/** Function that returns the Link header for a screen's path and a language, or null if there is none. */
export type PreloadLinks = (path: string, language: string) => string | null

/**
 * Creates a function that returns the Link header for a screen. With this header the browser loads the screen's code
 * and texts in parallel with the entry script. The function returns null for other paths, and if the app has not been
 * built.
 */
export function createPreloadLinks(webFolder: string): PreloadLinks {
  const file = join(webFolder, '.vite/manifest.json')
  if (!existsSync(file)) return () => null
  const manifest = manifestSchema.parse(JSON.parse(readFileSync(file, 'utf8')))
  return (path, language) => {
    const screen = findScreen(path)
    const address = matchScreenAddress(path)
    if (screen === null || address === null) return null
    const roots = [...(screen.signedIn ? SIGNED_IN : []), `src/screens/${screen.source}`]
    return [...codeLinks(manifest, roots), ...textLinks(SCREEN_TEXT_NAMESPACES[address], language)].join(', ')
  }
}

/** The browser shows a text that is missing in its language in the fallback, so it loads both. */
function textLinks(namespaces: readonly string[], language: string): string[] {
  const languages = new Set([language, FALLBACK_LANGUAGE])
  return [...languages].flatMap(each =>
    ['common', ...namespaces].map(
      file => `</locales/${each}/${file}.json>; rel=preload; as=fetch; crossorigin`,
    ),
  )
}

function codeLinks(manifest: Manifest, roots: readonly string[]): string[] {
  // The page itself links its entry and the entry's imports.
  const entries = Object.keys(manifest).filter(key => manifest[key]?.isEntry)
  const named = withImports(manifest, entries)
  const chunks = [...withImports(manifest, roots)]
    .filter(key => !named.has(key))
    .flatMap(key => manifest[key] ?? [])
  return [
    ...chunks.map(({ file }) => `</${file}>; rel=modulepreload`),
    // Vite loads styles with `crossorigin`; a preload without it would be fetched twice.
    ...chunks.flatMap(({ css }) => css.map(file => `</${file}>; rel=preload; as=style; crossorigin`)),
  ]
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
