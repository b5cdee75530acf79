import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { findScreenPathPattern, type ScreenPathPattern } from '#core/protocol/screen-addresses.ts'

type Screen = { source: string; signedIn: boolean }

const SIGN_IN: Screen = { source: 'sign-in/sign-in.tsx', signedIn: false }

export const SCREEN_SOURCES: Readonly<Record<ScreenPathPattern, Screen>> = {
  '/': SIGN_IN,
  '/signin': SIGN_IN,
  '/signup': SIGN_IN,
  '/confirm': { source: 'sign-in/confirm.tsx', signedIn: false },
  '/privacy': { source: 'legal/legal-page.tsx', signedIn: false },
  '/terms': { source: 'legal/legal-page.tsx', signedIn: false },
  '/try': { source: 'practice/try-out.tsx', signedIn: false },
  '/pieces': { source: 'pieces/pieces.tsx', signedIn: true },
  '/new': { source: 'new-piece/new-piece.tsx', signedIn: true },
  '/pieces/:id': { source: 'piece/piece.tsx', signedIn: true },
  '/pieces/:id/edit': { source: 'edit-piece/edit-piece.tsx', signedIn: true },
  '/practice': { source: 'practice/practice.tsx', signedIn: true },
  '/history': { source: 'history/practice-history.tsx', signedIn: true },
  '/account': { source: 'account/account.tsx', signedIn: true },
}

export const isScreenPath = (path: string) => findScreen(path) !== null

function findScreen(path: string): Screen | null {
  const address = findScreenPathPattern(path)
  return address && SCREEN_SOURCES[address]
}

const chunk = z.object({
  file: z.string(),
  isEntry: z.boolean().default(false),
  imports: z.array(z.string()).default([]),
  css: z.array(z.string()).default([]),
})

const manifestSchema = z.record(z.string(), chunk)

type Manifest = z.infer<typeof manifestSchema>

const SIGNED_IN = ['src/frame/signed-in-frame.tsx', 'src/store/open-store.ts']

export type ScreenFiles = { readonly scripts: readonly string[]; readonly styles: readonly string[] }

export function createScreenAssetFinder(webFolder: string): (path: string) => ScreenFiles | null {
  const file = join(webFolder, '.vite/manifest.json')
  if (!existsSync(file)) return () => null
  const manifest = manifestSchema.parse(JSON.parse(readFileSync(file, 'utf8')))
  const entries = Object.keys(manifest).filter(key => manifest[key]?.isEntry)
  return path => {
    const screen = findScreen(path)
    if (screen === null) return null
    const roots = [...entries, ...(screen.signedIn ? SIGNED_IN : []), `src/screens/${screen.source}`]
    // index.html references its entry.
    const chunks = [...withImports(manifest, roots)]
      .filter(key => !entries.includes(key))
      .flatMap(key => manifest[key] ?? [])
    return {
      scripts: chunks.map(({ file }) => `/${file}`),
      styles: chunks.flatMap(({ css }) => css.map(file => `/${file}`)),
    }
  }
}

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

const byLanguage = z.record(z.string(), z.string())
const fileSchema = z.object({ localhost: byLanguage, anywhere: byLanguage })

export function readPrerenderedSignInHtml(
  webFolder: string,
  origin: string,
): Readonly<Record<string, string>> {
  const file = join(webFolder, '.vite/prerendered.json')
  if (!existsSync(file)) return {}
  const rendered = fileSchema.parse(JSON.parse(readFileSync(file, 'utf8')))
  const isLocal = /^(localhost|127\.0\.0\.1|\[::1\])$/.test(new URL(origin).hostname)
  return isLocal ? rendered.localhost : rendered.anywhere
}
