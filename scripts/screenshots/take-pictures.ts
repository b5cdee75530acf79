import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Browser, BrowserContext, Page } from '@playwright/test'
import { waitForAnimations } from '../../e2e/states/at-rest.ts'
import { switchLanguageInPlace } from '../../e2e/states/other-tab.ts'
import { newVisitor, createVisit } from '../../e2e/states/visit.ts'
import { WINDOW_HEIGHTS, type Picture, type StateScreenshots } from './plan.ts'

/**
 * Takes all screenshots of a state of the app. Opens the state again for the second language if the language cannot be
 * switched in place. Returns an error message, or null if all screenshots were taken.
 */
export async function takePictures(
  browser: Browser,
  origin: string,
  folder: string,
  { state, pictures }: StateScreenshots,
): Promise<string | null> {
  const contexts: BrowserContext[] = []
  async function openState(language: string): Promise<Page> {
    const context = await browser.newContext({
      baseURL: origin,
      locale: 'en-US',
      // The service worker would answer requests that a state intercepts.
      serviceWorkers: 'block',
      viewport: { width: 390, height: 844 },
      // Stops animations.
      reducedMotion: 'reduce',
    })
    contexts.push(context)
    const page = await context.newPage()
    await state.open(await createVisit(page, newVisitor(page, origin), language))
    return page
  }
  try {
    let language = pictures[0]?.language ?? 'en'
    let page = await openState(language)
    for (const picture of pictures) {
      if (picture.language !== language && !(await switchLanguageInPlace(page, picture.language)))
        page = await openState(picture.language)
      language = picture.language
      await takePicture(page, picture, folder)
    }
    return null
  } catch (error) {
    return `${state.name}: ${error instanceof Error ? error.message : String(error)}`
  } finally {
    for (const context of contexts) await context.close()
  }
}

async function takePicture(page: Page, { width, theme, file }: Picture, folder: string): Promise<void> {
  let height = WINDOW_HEIGHTS[width] ?? 844
  await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
  // Grows the page so that scrolled content is in the picture, with fixed bars at the end. Because a taller page may
  // have larger letters, it grows twice.
  for (let turn = 0; turn < 4; turn++) {
    await page.setViewportSize({ width, height })
    await waitForAnimations(page)
    const whole = await page.evaluate(() =>
      document.querySelector('dialog:modal') === null ? document.documentElement.scrollHeight : 0,
    )
    if (whole <= height) break
    height = whole
  }
  const path = join(folder, file)
  await mkdir(dirname(path), { recursive: true })
  await page.screenshot({ path })
}
