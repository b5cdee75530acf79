import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { languageCodesFromFolderNames } from '#core/protocol/languages.ts'

/** English comes first. */
export const listLanguages = (locales: string): readonly string[] =>
  languageCodesFromFolderNames(readdirSync(locales))

export function readLocaleFile(locales: string, language: string, namespace: string): object {
  const file = join(locales, language, `${namespace}.json`)
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
}
