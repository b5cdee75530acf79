import type { Page } from '@playwright/test'

/** A browser's translation of the page that a test looks at. */
export type PageTranslation = {
  /** Shows the original, until `resume`. */
  pause(): Promise<void>
  resume(): Promise<void>
}

/**
 * Lets the browser translate a page from its first text on, as Chrome does it: in a JavaScript world of its own, with
 * `font` elements in the place of texts, and again whatever changes. A translated text differs by a character that
 * Playwright does not see. Call it before the page is opened.
 */
export async function translatePages(page: Page): Promise<PageTranslation> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Page.enable')
  await devtools.send('Page.addScriptToEvaluateOnNewDocument', {
    source: `(${translate.toString()})()`,
    worldName: 'translator',
  })
  // Events and the name of a window reach all worlds of a page, and the name its next page.
  const turn = (to: 'off' | 'on') =>
    page.evaluate(to => {
      window.name = `translation ${to}`
      dispatchEvent(new Event(window.name))
    }, to)
  return { pause: () => turn('off'), resume: () => turn('on') }
}

function translate() {
  const LEFT_ALONE = 'script, style, noscript, textarea, svg, font'
  const originals = new Map<Element, Text>()
  const observer = new MutationObserver(translateTexts)
  addEventListener('translation on', start)
  addEventListener('translation off', stop)
  if (window.name !== 'translation off') start()

  function start() {
    observer.observe(document, { childList: true, characterData: true, subtree: true })
    translateTexts()
  }

  function stop() {
    observer.disconnect()
    for (const [translated, original] of originals) translated.replaceWith(original)
    originals.clear()
  }

  function translateTexts() {
    for (const text of foundTexts()) {
      const [outer, inner] = [document.createElement('font'), document.createElement('font')]
      outer.style.verticalAlign = inner.style.verticalAlign = 'inherit'
      inner.append(`${text.data}\u200b`)
      outer.append(inner)
      text.replaceWith(outer)
      originals.set(outer, text)
    }
    observer.takeRecords()
  }

  function foundTexts(): Text[] {
    const texts: Text[] = []
    const body = document.querySelector('body')
    // The script runs before the page has one.
    if (body === null) return texts
    const walker = document.createTreeWalker(body, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) {
      const text = walker.currentNode as Text
      const parent = text.parentElement
      if (text.data.trim() !== '' && parent?.translate && parent.closest(LEFT_ALONE) === null)
        texts.push(text)
    }
    return texts
  }
}
