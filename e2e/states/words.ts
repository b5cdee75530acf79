import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { formatRelativeWaitTime } from '#web/language/formats.ts'

/** Returns a text of the product by its key, such as `practice:step.skip`. The default namespace is `common`. */
export type TextLookup = (key: string, values?: Record<string, string | number>) => string

const LOCALES = join(import.meta.dirname, '../../locales')

/**
 * Loads the texts of a language. The returned function throws for an unknown key, because a test would otherwise wait
 * for it until its timeout.
 */
export function createTextByKey(language: string): TextLookup {
  return (key, values = {}) => {
    const [namespace, path] = key.includes(':') ? key.split(':') : ['common', key]
    const texts: unknown = JSON.parse(readFileSync(join(LOCALES, language, `${namespace}.json`), 'utf8'))
    const text = (path ?? '').split('.').reduce<unknown>(within, texts)
    if (typeof text !== 'string') throw new Error(`${language} has no text ${key}`)
    return text.replace(/\{\{(\w+)(?:, (\w+))?\}\}/g, (_, name: string, format: string | undefined) =>
      format === 'wait' ? formatRelativeWaitTime(Number(values[name] ?? 60), language) : String(values[name]),
    )
  }
}

const within = (texts: unknown, name: string): unknown =>
  typeof texts === 'object' && texts !== null ? Reflect.get(texts, name) : undefined
