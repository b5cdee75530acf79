import { expect, test } from '../musician.ts'
import { takeLayoutShifts, recordLayoutShifts } from './layout-shifts.ts'

const WINDOWS = [
  { width: 320, height: 568, mailbox: 'link' },
  { width: 320, height: 568, mailbox: 'terminal' },
  { width: 390, height: 844, mailbox: 'none' },
  { width: 844, height: 390, mailbox: 'link' },
  { width: 1440, height: 900, mailbox: 'terminal' },
] as const

test('[SG21] nothing on the sign-in screen, in the try-out or in a legal text moves, from the first paint on, when the font and the configuration come late', async ({
  page,
}) => {
  await recordLayoutShifts(page)
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
    expect(await takeLayoutShifts(page), `${size.width} px, until the font is there`).toEqual([])
    answer.resolve({ ...config, mailbox })
    await expect(page.getByRole('button', { name: 'Mit Facebook anmelden' })).toBeVisible()
    if (mailbox === 'link') await expect(page.getByRole('link', { name: 'Lokales Postfach' })).toBeVisible()
    expect(await takeLayoutShifts(page), `${size.width} px, ${mailbox}`).toEqual([])
  }

  for (const width of [320, 390, 1440]) {
    await page.setViewportSize({ width, height: 700 })
    await page.goto('/try?lng=de')
    await expect(page.getByRole('slider')).toBeVisible()
    await page.evaluate(() => document.fonts.ready)
    expect(await takeLayoutShifts(page), `the try-out at ${width} px`).toEqual([])
  }

  answer = Promise.withResolvers()
  await page.goto('/terms?lng=en')
  await expect(page.getByRole('heading', { name: 'Terms of Service' })).toBeVisible()
  await page.evaluate(() => document.fonts.ready)
  expect(await takeLayoutShifts(page), 'until the font is there').toEqual([])
  answer.resolve(config)
  await expect(page.getByRole('heading', { name: 'Who runs this server' })).toBeVisible()
  expect(await takeLayoutShifts(page)).toEqual([])
})
