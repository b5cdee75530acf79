import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { button } from '../controls.ts'
import { expect, test } from '../musician.ts'

const LOCALES = join(import.meta.dirname, '../../locales')
const NAMESPACES = ['account', 'common', 'feedback', 'legal', 'pieces', 'practice', 'upgrade']

/** What both languages say with the same words. */
const inBoth = new Set(
  NAMESPACES.flatMap(namespace => {
    const [english, german] = ['en', 'de'].map(language =>
      textsIn(JSON.parse(readFileSync(join(LOCALES, language, `${namespace}.json`), 'utf8'))),
    )
    return english?.filter(text => german?.includes(text)) ?? []
  }),
)

function textsIn(texts: unknown): string[] {
  if (typeof texts === 'string') return [texts]
  return typeof texts === 'object' && texts !== null ? Object.values(texts).flatMap(textsIn) : []
}

/** Everything the page says: its title, its words, and the names that are only heard. */
const said = (page: Page) =>
  page.evaluate(() => {
    const words = [document.title.replace(/ · .*| [-–|] .*/, '')]
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (texts.nextNode())
      // What has a language of its own, such as the name of a language, stays in it.
      if (texts.currentNode.parentElement?.matches('noscript, body [lang]') === false)
        words.push(texts.currentNode.nodeValue ?? '')
    for (const element of document.body.querySelectorAll('*'))
      for (const name of ['aria-label', 'aria-valuetext', 'placeholder', 'title', 'alt'])
        words.push(element.getAttribute(name) ?? '')
    return words.map(word => word.trim()).filter(word => /\p{L}{2}/u.test(word))
  })

type Screen = { name: string; open: (page: Page) => Promise<void> }

const follow = (address: string) => async (page: Page) => page.locator(`a[href="${address}"]`).first().click()

/** In an order in which each is opened from the one before, without the page being loaded anew. */
const SCREENS: readonly Screen[] = [
  { name: 'pieces', open: follow('/pieces') },
  { name: 'edit', open: page => page.locator('a[href$="/edit"]').first().click() },
  { name: 'pieces again', open: follow('/pieces') },
  { name: 'new', open: follow('/new') },
  { name: 'practice', open: follow('/practice') },
  { name: 'account', open: follow('/account') },
]

/** Opens a screen and waits until it stands in the place of the one before. */
async function opened(page: Page, open: Screen['open']) {
  const before = await page.title()
  await open(page)
  await expect(page).not.toHaveTitle(before)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
}

test('[UI46][UI4] after a change of language nothing of the old one is left, on any signed-in screen @main', async ({
  page,
  musician,
}) => {
  // Names are what they are.
  const providers = ['Google', 'Facebook', 'X (Twitter)']
  const ours = ['Dacapo', 'The Swan', 'Andante très expressif', ...providers]
  await musician.signIn()
  await musician.fillLibrary([
    { name: 'The Swan', importance: 3, endTempo: 60, parts: [['Andante très expressif', 50]] },
  ])
  const isShared = (word: string) => inBoth.has(word) || ours.includes(word) || musician.email.includes(word)
  await page.goto('/account')
  await expect(button(page, 'Log out')).toBeVisible()

  const english = new Map<string, string[]>()
  for (const { name, open } of SCREENS) {
    await opened(page, open)
    english.set(name, await said(page))
  }
  await page.getByRole('radio', { name: 'Deutsch' }).check({ force: true })
  await expect(button(page, 'Abmelden')).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', 'de')

  for (const { name, open } of SCREENS) {
    await opened(page, open)
    const german = new Set(await said(page))
    const left = (english.get(name) ?? []).filter(word => german.has(word) && !isShared(word))
    expect.soft(left, `English on ${name}`).toEqual([])
    expect.soft(german.size, `words on ${name}`).toBeGreaterThan(5)
  }
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Free-Tarif' })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', 'de')

  // The server's page too is German in this English browser, with and without a session (UI4).
  const firstHtml = async (address: string) => (await page.request.get(address)).text()
  expect(await firstHtml('/practice')).toContain('<html lang="de">')
  // A page that is still open would ask on without its session.
  await page.goto('about:blank')
  await page.context().clearCookies({ name: /session/ })
  expect(await firstHtml('/')).toContain('Anmeldelink schicken')
  expect(await firstHtml('/signin?lng=en')).toContain('<html lang="en">')
  expect(await firstHtml('/signin')).toContain('<html lang="de">')
})
