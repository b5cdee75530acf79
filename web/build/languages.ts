import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { languagesAmong } from '../../core/protocol/languages.ts'

/** The folder with one folder of texts per language. */
export const LOCALES = join(import.meta.dirname, '../../locales')

/** Returns the languages that have a folder of texts, English first. */
export const readLanguages = () => languagesAmong(readdirSync(LOCALES))

/** Returns the constant that `src/language/languages.ts` declares, as Vite's option `define`. */
export const defineLanguages = () => ({ LANGUAGES: JSON.stringify(readLanguages()) })

/** Returns the files of texts of a language, by namespace. */
export function readTexts(language: string): Record<string, unknown> {
  const files = readdirSync(join(LOCALES, language)).filter(file => file.endsWith('.json'))
  return Object.fromEntries(
    files.map(file => [
      file.replace('.json', ''),
      JSON.parse(readFileSync(join(LOCALES, language, file), 'utf8')),
    ]),
  )
}
