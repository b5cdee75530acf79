import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { formatRelativeWaitTime } from '#web/language/formats.ts'

/** The default namespace of a key is `common`; another one is its prefix, as in `practice:step.skip`. */
export type TextLookup = (key: string, values?: Record<string, string | number>) => string

const LOCALES = join(import.meta.dirname, '../../locales')

/** Throws for an unknown key, because a test would otherwise wait for the text until its timeout. */
export function createTextByKey(language: string): TextLookup {
  return (key, values = {}) => {
    const [namespace, path] = key.includes(':') ? key.split(':') : ['common', key]
    const texts: unknown = JSON.parse(readFileSync(join(LOCALES, language, `${namespace}.json`), 'utf8'))
    const text = (path ?? '').split('.').reduce<unknown>(property, texts)
    if (typeof text !== 'string') throw new Error(`${language} has no text ${key}`)
    return text.replace(/\{\{(\w+)(?:, (\w+))?\}\}/g, (_, name: string, format: string | undefined) =>
      format === 'wait' ? formatRelativeWaitTime(Number(values[name] ?? 60), language) : String(values[name]),
    )
  }
}

const property = (texts: unknown, name: string): unknown =>
  typeof texts === 'object' && texts !== null ? Reflect.get(texts, name) : undefined
