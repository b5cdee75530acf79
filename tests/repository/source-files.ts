import { readdirSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'

/** A source file, for tests about the repository. `path` is from the root of the checkout, with forward slashes. */
export type SourceFile = {
  readonly path: string
  /** Without comments, so that a rule about code does not trip over a word about it. */
  readonly code: string
  /** As written, and the file it means, from the root of the checkout; null for a package. */
  readonly imports: readonly { readonly written: string; readonly file: string | null }[]
}

const root = join(import.meta.dirname, '../..')

/** Reads every file below the folders whose path `matches`. */
export function sourceFiles(folders: string[], matches: (path: string) => boolean): SourceFile[] {
  return folders
    .flatMap(filesBelow)
    .filter(matches)
    .map(path => {
      const text = readFileSync(join(root, path), 'utf8')
      // A colon before the slashes is an address.
      const code = text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|[^:])\/\/.*$/gm, '$1')
      // Static, dynamic and re-exporting imports, including types.
      const found = code.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*['"]([^'"\n]+)['"]/g)
      const imports = [...found].map(([, written = '']) => ({ written, file: fileMeant(path, written) }))
      return { path, code, imports }
    })
}

/** Tests may import more rooms than the code that they test. */
export const isTest = (path: string) => /\.(test|spec)\.tsx?$/.test(path)

export const isCode = (path: string) => /\.(tsx?|mjs)$/.test(path)

function fileMeant(path: string, written: string): string | null {
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
