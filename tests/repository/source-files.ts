import { readdirSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'

/** A source file with its imports, for tests about the repository. */
export type SourceFile = {
  /** From the root of the checkout, with forward slashes. */
  readonly path: string
  /** Without comments, so that a rule about code does not trip over a word about it. */
  readonly code: string
  readonly imports: readonly Import[]
}

/** An import in a source file. */
export type Import = {
  /** As written: `./tempo.ts`, `#core/tempo.ts`, `react`. */
  readonly written: string
  /** The file it means, from the root of the checkout; null for a package. */
  readonly file: string | null
}

const root = join(import.meta.dirname, '../..')

/** Reads every file below the folders whose path `matches`. */
export function sourceFiles(folders: string[], matches: (path: string) => boolean): SourceFile[] {
  return folders
    .flatMap(filesBelow)
    .filter(matches)
    .map(path => {
      const text = readFileSync(join(root, path), 'utf8')
      const code = withoutComments(text)
      return { path, code, imports: importsOf(path, code) }
    })
}

/** Returns true for a test file. Tests may import more rooms than the code that they test. */
export const isTest = (path: string) => /\.(test|spec)\.tsx?$/.test(path)

/** Returns true for a file of TypeScript, React or plain JavaScript. */
export const isCode = (path: string) => /\.(tsx?|mjs)$/.test(path)

/** Returns the static, dynamic and re-exporting imports of a file, including types. */
export function importsOf(path: string, code: string): Import[] {
  const found = code.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*['"]([^'"\n]+)['"]/g)
  return [...found].map(([, written = '']) => ({ written, file: fileMeant(path, written) }))
}

function fileMeant(path: string, written: string): string | null {
  if (written.startsWith('.')) return posix.join(posix.dirname(path), written)
  if (written.startsWith('#web/')) return written.replace('#web/', 'web/src/')
  return written.startsWith('#') ? written.slice(1) : null
}

// A colon before the slashes is an address.
function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|[^:])\/\/.*$/gm, '$1')
}

function filesBelow(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap(entry => {
    if (entry.name === 'node_modules' || entry.name === 'dist') return []
    return entry.isDirectory() ? filesBelow(`${folder}/${entry.name}`) : [`${folder}/${entry.name}`]
  })
}
