import { FALLBACK_LANGUAGE } from '#core/protocol/languages.ts'
import type { ScreenAddress } from '#core/protocol/screen-addresses.ts'
import { SCREEN_TEXT_NAMESPACES } from '#core/protocol/screen-texts.ts'
import type { ScreenFiles } from './screen-files.ts'

/**
 * Returns the value of the Link header that makes the browser load a screen's code and translated texts in parallel
 * with the entry script. The styles are left out, because they are in the page itself. If `isPrerendered` is true, the
 * page already contains the screen's HTML, and the code gets a low priority so that the font arrives first.
 */
export function preloadLinks(
  address: ScreenAddress,
  language: string,
  { scripts }: ScreenFiles,
  isPrerendered: boolean,
): string {
  const priority = isPrerendered ? '; fetchpriority=low' : ''
  const code = scripts.map(script => `<${script}>; rel=modulepreload${priority}`)
  return [...code, ...textLinks(SCREEN_TEXT_NAMESPACES[address], language)].join(', ')
}

/** The browser shows a text that is missing in its language in the fallback, so it loads both. */
function textLinks(namespaces: readonly string[], language: string): string[] {
  const languages = new Set([language, FALLBACK_LANGUAGE])
  return [...languages].flatMap(each =>
    ['common', ...namespaces].map(
      file => `</locales/${each}/${file}.json>; rel=preload; as=fetch; crossorigin`,
    ),
  )
}
