import type { Page } from '@playwright/test'

const MINUTE = 60_000

/** Uses the list of pieces for a minute, faster than most musicians would. */
export async function busyMinute(page: Page): Promise<void> {
  const begun = performance.now()
  await page.mouse.move(195, 400)
  while (performance.now() - begun < MINUTE) {
    await scroll(page)
    await walkByKeys(page)
    await editACard(page)
    await openFeedback(page)
    await switchLanguage(page)
  }
}

async function scroll(page: Page): Promise<void> {
  for (const way of [300, 600, 1200, 2400, 5000, -700, -350]) {
    await page.mouse.wheel(0, way)
    await page.waitForTimeout(60)
  }
  for (const key of ['PageDown', 'PageDown', 'PageDown', 'PageUp', 'End', 'Home', 'PageDown']) {
    await page.keyboard.press(key)
    await page.waitForTimeout(120)
  }
}

async function walkByKeys(page: Page): Promise<void> {
  for (let step = 0; step < 6; step++) await page.keyboard.press('Tab')
  for (let step = 0; step < 3; step++) await page.keyboard.press('Shift+Tab')
}

async function editACard(page: Page): Promise<void> {
  await page.locator('main li a[href$="/edit"]:visible').nth(2).click()
  await page.getByRole('button', { name: /^(Cancel|Abbrechen)$/ }).click()
  await cards(page)
}

async function openFeedback(page: Page): Promise<void> {
  await page.locator('nav button').click()
  await page.getByRole('dialog').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
}

async function switchLanguage(page: Page): Promise<void> {
  const language = await page.locator('html').getAttribute('lang')
  await page.locator('nav a[href="/account"]').click()
  await page.getByRole('radio', { name: language === 'de' ? 'English' : 'Deutsch' }).check({ force: true })
  await page.locator(`html[lang="${language === 'de' ? 'en' : 'de'}"]`).waitFor()
  await page.locator('nav a[href="/pieces"]').click()
  await cards(page)
}

const cards = (page: Page) => page.locator('main li[aria-setsize]').first().waitFor()
