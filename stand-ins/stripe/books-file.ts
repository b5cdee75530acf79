import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { emptyBooks } from './books.ts'
import type { Books } from './books.ts'

/** Opens the stand-in's data from its last run, with a function to save it. Without a file the data stays in memory. */
export function booksIn(file: string | null): { books: Books; keep: () => void } {
  if (file === null) return { books: emptyBooks(), keep() {} }
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  return {
    books: { ...emptyBooks(), ...booksOf(file) },
    keep() {
      // Renames a complete file, so that a process that ends while writing leaves the previous one.
      writeFileSync(`${file}.new`, JSON.stringify(this.books), { mode: 0o600 })
      renameSync(`${file}.new`, file)
    },
  }
}

function booksOf(file: string): Partial<Books> {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Partial<Books>) : {}
}
