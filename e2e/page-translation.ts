import type { Page } from '@playwright/test'

export type PageTranslation = {
  pause(): Promise<void>
  resume(): Promise<void>
}

/**
 * Translates a page as a browser does, also after changes: like Chrome and Edge with `font` elements in place of text
 * nodes, or like Safari with new text nodes. A translated text has an additional zero-width space, which Playwright
 * ignores. Call it before the page is opened.
 */
export async function translatePages(
  page: Page,
  as: 'font elements' | 'texts' = 'font elements',
): Promise<PageTranslation> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Page.enable')
  await devtools.send('Page.addScriptToEvaluateOnNewDocument', {
    source: `(${translate.toString()})(${JSON.stringify(as)})`,
    worldName: 'translator',
  })
  // Events and `window.name` reach all JavaScript worlds of a page; the name also survives a navigation.
  const switchTo = (to: 'off' | 'on') =>
    page.evaluate(to => {
      window.name = `translation ${to}`
      dispatchEvent(new Event(window.name))
    }, to)
  return { pause: () => switchTo('off'), resume: () => switchTo('on') }
}

function translate(as: 'font elements' | 'texts') {
  const UNTRANSLATED = 'script, style, noscript, textarea, svg, font'
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
    for (const text of findTexts()) {
      const translated = createTranslation(text)
      originals.set(translated, text)
      // In two steps, as Safari does.
      text.after(translated)
      text.remove()
    }
    observer.takeRecords()
  }

  function createTranslation(text: Text): ChildNode {
    const words = `${text.data}\u200b`
    if (as === 'texts') return new Text(words)
    const [outer, inner] = [document.createElement('font'), document.createElement('font')]
    outer.style.verticalAlign = inner.style.verticalAlign = 'inherit'
    inner.append(words)
    outer.append(inner)
    return outer
  }

  function findTexts(): Text[] {
    const texts: Text[] = []
    const body = document.querySelector('body')
    // The script runs before the page has a body.
    if (body === null) return texts
    const walker = document.createTreeWalker(body, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) {
      const text = walker.currentNode as Text
      const parent = text.parentElement
      if (text.data.trim() === '' || text.data.endsWith('\u200b')) continue
      if (parent?.translate && parent.closest(UNTRANSLATED) === null) texts.push(text)
    }
    return texts
  }
}
