import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { emptyBooks } from './books.ts'
import type { Books } from './books.ts'

/** The books as they were when the stand-in last ran, and how to keep them. Without a file they live in memory. */
export function booksIn(file: string | null): { books: Books; keep: () => void } {
  if (file === null) return { books: emptyBooks(), keep() {} }
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  return {
    books: { ...emptyBooks(), ...booksOf(file) },
    keep() {
      // Whole or not at all: a process that ends while it writes leaves the file of before.
      writeFileSync(`${file}.new`, JSON.stringify(this.books), { mode: 0o600 })
      renameSync(`${file}.new`, file)
    },
  }
}

function booksOf(file: string): Partial<Books> {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Partial<Books>) : {}
}
