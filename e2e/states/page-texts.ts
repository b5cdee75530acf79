import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { FULL_LIBRARY, LONG_NAME_PIECES } from './libraries.ts'

const LOCALES = join(import.meta.dirname, '../../locales')
const VALUE = /\{\{[^}]*\}\}/g

/**
 * Returns the English texts that are left on a page after switching to German: those that occur in an English locale
 * file and in no German one.
 */
export async function findUntranslatedTexts(page: Page): Promise<string[]> {
  const words = await page.evaluate(() => {
    const scope = document.querySelector('dialog:modal') ?? document.body
    const texts = document.createTreeWalker(scope, NodeFilter.SHOW_TEXT)
    const words: string[] = []
    while (texts.nextNode())
      if (texts.currentNode.parentElement?.checkVisibility())
        words.push((texts.currentNode.nodeValue ?? '').trim())
    return words
  })
  return words.filter(word => ENGLISH.some(text => text.test(word)) && !GERMAN.some(text => text.test(word)))
}

const ENGLISH = patternsOf('en')
const GERMAN = patternsOf('de')

/** Whole texts, with anything in the place of a value; one of little but values would be found everywhere. */
function patternsOf(language: string): RegExp[] {
  const folder = join(LOCALES, language)
  return readdirSync(folder)
    .flatMap(file => textsIn(JSON.parse(readFileSync(join(folder, file), 'utf8'))))
    .filter(text => text.replaceAll(VALUE, '').replaceAll(/[^\p{L}]/gu, '').length >= 4)
    .map(text => new RegExp(`^${text.split(VALUE).map(literally).join('.+')}$`, 'u'))
}

function literally(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
}

function textsIn(texts: unknown): string[] {
  if (typeof texts === 'string') return [texts]
  return typeof texts === 'object' && texts !== null ? Object.values(texts).flatMap(textsIn) : []
}

const NAMES = [...FULL_LIBRARY, ...LONG_NAME_PIECES].flatMap(({ name, parts }) => [
  name,
  ...parts.flatMap(([part]) => part ?? []),
])
const NUMBER = /^[\d\s.,:%×+−→/()]*\d[\d\s.,:%×+−→/()]*(?:bpm|ms|min|s)?$/
const ADDRESS = /\S@\S/

/**
 * Returns what was translated on a page and must not be (rule UI76): texts with the name of a piece or section or with an
 * address, and those that are nothing but a number.
 */
export async function findTranslatedNames(page: Page): Promise<string[]> {
  const translated = await page.evaluate(() =>
    [...document.querySelectorAll('font > font')]
      .filter(text => text.checkVisibility())
      .map(text => (text.textContent ?? '').replaceAll('\u200b', '').trim()),
  )
  return translated.filter(
    text => NUMBER.test(text) || ADDRESS.test(text) || NAMES.some(name => text.includes(name)),
  )
}
