import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import type { Language } from '#web/language/language.ts'

/** A text of the product by its key, `practice:step.skip`; without a namespace it is a common one. */
export type Words = (key: string, values?: Record<string, string | number>) => string

const LOCALES = join(import.meta.dirname, '../../locales')

/** The texts of a language as the screens show them. What is not there throws: a state that waits for it would hang. */
export function wordsIn(language: Language): Words {
  return (key, values = {}) => {
    const [namespace, path] = key.includes(':') ? key.split(':') : ['common', key]
    const texts: unknown = JSON.parse(readFileSync(join(LOCALES, language, `${namespace}.json`), 'utf8'))
    const text = (path ?? '').split('.').reduce<unknown>(within, texts)
    if (typeof text !== 'string') throw new Error(`${language} has no text ${key}`)
    return text.replace(/\{\{(\w+)(?:, \w+)?\}\}/g, (_, name: string) => String(values[name]))
  }
}

const within = (texts: unknown, name: string): unknown =>
  typeof texts === 'object' && texts !== null ? Reflect.get(texts, name) : undefined
