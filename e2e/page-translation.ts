import type { Page } from '@playwright/test'

/** A browser's translation of the page that a test looks at. */
export type PageTranslation = {
  /** Shows the original, until `resume`. */
  pause(): Promise<void>
  resume(): Promise<void>
}

/**
 * Lets the browser translate a page from its first text on, in a JavaScript world of its own and again whatever
 * changes: as Chrome and Edge do it, with `font` elements in the place of texts, or as Safari does it, with other texts.
 * A translated text differs by a character that Playwright does not see. Call it before the page is opened.
 */
export async function translatePages(
  page: Page,
  put: 'font elements' | 'texts' = 'font elements',
): Promise<PageTranslation> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Page.enable')
  await devtools.send('Page.addScriptToEvaluateOnNewDocument', {
    source: `(${translate.toString()})(${JSON.stringify(put)})`,
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

function translate(put: 'font elements' | 'texts') {
  const LEFT_ALONE = 'script, style, noscript, textarea, svg, font'
  const originals = new Map<ChildNode, Text>()
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
      const translated = translationOf(text)
      originals.set(translated, text)
      // In two steps, as Safari does.
      text.after(translated)
      text.remove()
    }
    observer.takeRecords()
  }

  function translationOf(text: Text): ChildNode {
    const words = `${text.data}\u200b`
    if (put === 'texts') return new Text(words)
    const [outer, inner] = [document.createElement('font'), document.createElement('font')]
    outer.style.verticalAlign = inner.style.verticalAlign = 'inherit'
    inner.append(words)
    outer.append(inner)
    return outer
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
      if (text.data.trim() === '' || text.data.endsWith('\u200b')) continue
      if (parent?.translate && parent.closest(LEFT_ALONE) === null) texts.push(text)
    }
    return texts
  }
}
