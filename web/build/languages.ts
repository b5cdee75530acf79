import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { languagesAmong } from '../../core/protocol/languages.ts'

export const LOCALES = join(import.meta.dirname, '../../locales')

export const readLanguages = () => languagesAmong(readdirSync(LOCALES))

/** What `src/language/languages.ts` declares. */
export const defineLanguages = () => ({ LANGUAGES: JSON.stringify(readLanguages()) })

/** By namespace. */
export function readTexts(language: string): Record<string, unknown> {
  const files = readdirSync(join(LOCALES, language)).filter(file => file.endsWith('.json'))
  return Object.fromEntries(
    files.map(file => [
      file.replace('.json', ''),
      JSON.parse(readFileSync(join(LOCALES, language, file), 'utf8')),
    ]),
  )
}
