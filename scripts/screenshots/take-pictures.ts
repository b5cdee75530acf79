import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { randomUUID } from 'node:crypto'
import type { Browser, Page } from '@playwright/test'
import { fillLibrary } from '../../e2e/filled-library.ts'
import { signInByCode } from '../../e2e/musician.ts'
import { untilAtRest } from '../../e2e/states/at-rest.ts'
import { visitOf, type Visitor } from '../../e2e/states/visit.ts'
import { HEIGHTS, type Picture, type PlannedVisit } from './plan.ts'

/** Goes to a state with a browser that knows nothing yet and takes its pictures; gives why it could not, or null. */
export async function takePictures(
  browser: Browser,
  origin: string,
  folder: string,
  { state, language, pictures }: PlannedVisit,
): Promise<string | null> {
  const context = await browser.newContext({
    baseURL: origin,
    locale: 'en-US',
    viewport: { width: 390, height: 844 },
    // Nothing moves in a picture.
    reducedMotion: 'reduce',
  })
  try {
    const page = await context.newPage()
    const email = `clara-${randomUUID().slice(0, 8)}@example.org`
    const musician: Visitor = {
      email,
      signIn: () => signInByCode(page.request, origin, email),
      fillLibrary: pieces => fillLibrary(page.request, origin, pieces),
    }
    await state.open(await visitOf(page, musician, language))
    for (const picture of pictures) await take(page, picture, folder)
    return null
  } catch (error) {
    return `${state.name} (${language}): ${error instanceof Error ? error.message : String(error)}`
  } finally {
    await context.close()
  }
}

async function take(page: Page, { width, theme, file }: Picture, folder: string): Promise<void> {
  const height = HEIGHTS[width] ?? 844
  await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
  await page.setViewportSize({ width, height })
  await untilAtRest(page)
  // What has to be scrolled to belongs on the picture too, with the bars where they stand at its end.
  const whole = await page.evaluate(() =>
    document.querySelector('dialog:modal') === null ? document.documentElement.scrollHeight : 0,
  )
  if (whole > height) {
    await page.setViewportSize({ width, height: whole })
    await untilAtRest(page)
  }
  const path = join(folder, file)
  await mkdir(dirname(path), { recursive: true })
  await page.screenshot({ path })
}
