import { readdirSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'

export type SourceFile = {
  readonly path: string
  /** Without comments, because a rule about code must not match a comment about it. */
  readonly code: string
  /** `file` is a path from the root of the repository, or null for a package. */
  readonly imports: readonly { readonly written: string; readonly file: string | null }[]
}

const root = join(import.meta.dirname, '../..')

export function sourceFiles(folders: string[], matches: (path: string) => boolean): SourceFile[] {
  return folders
    .flatMap(filesBelow)
    .filter(matches)
    .map(path => {
      const text = readFileSync(join(root, path), 'utf8')
      // After a colon the slashes belong to an address.
      const code = text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|[^:])\/\/.*$/gm, '$1')
      // Static and dynamic imports, type imports and re-exports.
      const found = code.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*['"]([^'"\n]+)['"]/g)
      const imports = [...found].map(([, written = '']) => ({ written, file: resolveImport(path, written) }))
      return { path, code, imports }
    })
}

export const isTest = (path: string) => /\.(test|spec)\.tsx?$/.test(path)

export const isCode = (path: string) => /\.(tsx?|mjs)$/.test(path)

function resolveImport(path: string, written: string): string | null {
  if (written.startsWith('.')) return posix.join(posix.dirname(path), written)
  if (written.startsWith('#web/')) return written.replace('#web/', 'web/src/')
  return written.startsWith('#') ? written.slice(1) : null
}

function filesBelow(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap(entry => {
    if (entry.name === 'node_modules' || entry.name === 'dist') return []
    return entry.isDirectory() ? filesBelow(`${folder}/${entry.name}`) : [`${folder}/${entry.name}`]
  })
}
