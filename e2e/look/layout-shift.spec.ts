import type { Page } from '@playwright/test'
import { expect, test } from '../musician.ts'

const WINDOWS = [
  { width: 320, height: 568, mailbox: 'link' },
  { width: 320, height: 568, mailbox: 'terminal' },
  { width: 390, height: 844, mailbox: 'none' },
  { width: 844, height: 390, mailbox: 'link' },
  { width: 1440, height: 900, mailbox: 'terminal' },
] as const

/** Has a page note how far anything moved that was there already. Call it before the page is opened. */
const watchLayout = (page: Page) =>
  page.addInitScript(() => {
    const entries: PerformanceEntry[] = []
    const observer = new PerformanceObserver(list => entries.push(...list.getEntries()))
    observer.observe({ type: 'layout-shift', buffered: true })
    Reflect.set(window, 'layoutShifts', () =>
      [...entries.splice(0), ...observer.takeRecords()].map(entry => entry.toJSON() as unknown),
    )
  })

/** What moved since this was last asked, up to the frame that is drawn now. */
const layoutShifts = (page: Page) =>
  page.evaluate(async () => {
    for (let frames = 0; frames < 2; frames += 1) await new Promise(resolve => requestAnimationFrame(resolve))
    return (Reflect.get(window, 'layoutShifts') as () => unknown[])()
  })

test('[SG21] nothing on the sign-in screen, in the try-out or in a legal text moves, from the first paint on, when the font and the configuration come late @main', async ({
  page,
}) => {
  await watchLayout(page)
  let answer = Promise.withResolvers<object>()
  await page.route('**/api/v1/config', async route => route.fulfill({ json: await answer.promise }))
  const config = { providers: ['google', 'facebook', 'twitter'], billing: true, testPayments: true }

  for (const { mailbox, ...size } of WINDOWS) {
    await page.setViewportSize(size)
    answer = Promise.withResolvers()
    await page.goto('/signin?lng=de')
    await expect(page.getByRole('textbox')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Klick ausprobieren' })).toBeVisible()
    await page.evaluate(() => document.fonts.ready)
    expect(await layoutShifts(page), `${size.width} px, until the font is there`).toEqual([])
    answer.resolve({ ...config, mailbox })
    await expect(page.getByRole('button', { name: 'Mit Facebook anmelden' })).toBeVisible()
    if (mailbox === 'link') await expect(page.getByRole('link', { name: 'Lokales Postfach' })).toBeVisible()
    expect(await layoutShifts(page), `${size.width} px, ${mailbox}`).toEqual([])
  }

  for (const width of [320, 390, 1440]) {
    await page.setViewportSize({ width, height: 700 })
    await page.goto('/try?lng=de')
    await expect(page.getByRole('slider')).toBeVisible()
    await page.evaluate(() => document.fonts.ready)
    expect(await layoutShifts(page), `the try-out at ${width} px`).toEqual([])
  }

  answer = Promise.withResolvers()
  await page.goto('/terms?lng=en')
  await expect(page.getByRole('heading', { name: 'Terms of Service' })).toBeVisible()
  await page.evaluate(() => document.fonts.ready)
  expect(await layoutShifts(page), 'until the font is there').toEqual([])
  answer.resolve(config)
  await expect(page.getByRole('heading', { name: 'Who runs this server' })).toBeVisible()
  expect(await layoutShifts(page)).toEqual([])
})
