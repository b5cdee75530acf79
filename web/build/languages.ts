import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { languageCodesFromFolderNames } from '../../core/protocol/languages.ts'

export const LOCALES_FOLDER = join(import.meta.dirname, '../../locales')

export const listLanguages = () => languageCodesFromFolderNames(readdirSync(LOCALES_FOLDER))

/** For Vite's option `define`: the value of the constant LANGUAGES in src/language/languages.ts. */
export const createLanguageDefines = () => ({ LANGUAGES: JSON.stringify(listLanguages()) })

export function readTextsByNamespace(language: string): Record<string, unknown> {
  const files = readdirSync(join(LOCALES_FOLDER, language)).filter(file => file.endsWith('.json'))
  return Object.fromEntries(
    files.map(file => [
      file.replace('.json', ''),
      JSON.parse(readFileSync(join(LOCALES_FOLDER, language, file), 'utf8')),
    ]),
  )
}
