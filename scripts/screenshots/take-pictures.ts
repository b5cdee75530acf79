import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Browser, BrowserContext, Page } from '@playwright/test'
import { untilAtRest } from '../../e2e/states/at-rest.ts'
import { becomesGerman } from '../../e2e/states/other-tab.ts'
import { newVisitor, visitOf } from '../../e2e/states/visit.ts'
import type { Language } from '../../e2e/states/words.ts'
import { HEIGHTS, type Picture, type PlannedVisit } from './plan.ts'

/**
 * Takes the pictures of a state, in one visit where it can change its language there, else in two; gives why it could
 * not, or null.
 */
export async function takePictures(
  browser: Browser,
  origin: string,
  folder: string,
  { state, pictures }: PlannedVisit,
): Promise<string | null> {
  const contexts: BrowserContext[] = []
  async function comeIn(language: Language): Promise<Page> {
    const context = await browser.newContext({
      baseURL: origin,
      locale: 'en-US',
      // It would answer in place of what a state lets a page see.
      serviceWorkers: 'block',
      viewport: { width: 390, height: 844 },
      // Nothing moves in a picture.
      reducedMotion: 'reduce',
    })
    contexts.push(context)
    const page = await context.newPage()
    await state.open(await visitOf(page, newVisitor(page, origin), language))
    return page
  }
  try {
    let language = pictures[0]?.language ?? 'en'
    let page = await comeIn(language)
    for (const picture of pictures) {
      if (picture.language !== language && !(await becomesGerman(page))) page = await comeIn(picture.language)
      language = picture.language
      await take(page, picture, folder)
    }
    return null
  } catch (error) {
    return `${state.name}: ${error instanceof Error ? error.message : String(error)}`
  } finally {
    for (const context of contexts) await context.close()
  }
}

async function take(page: Page, { width, theme, file }: Picture, folder: string): Promise<void> {
  let height = HEIGHTS[width] ?? 844
  await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
  // What has to be scrolled to belongs on the picture too, with the bars where they stand at its end. Where more
  // height means larger letters, the page grows once more.
  for (let turn = 0; turn < 4; turn++) {
    await page.setViewportSize({ width, height })
    await untilAtRest(page)
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
