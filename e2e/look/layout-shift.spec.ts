import { mockServerSettings } from '../mock-server-settings.ts'
import type { Page } from '@playwright/test'
import { expect, test } from '../musician.ts'
import { FONT, holdRequests } from './hold-requests.ts'
import { takeLayoutShifts, recordLayoutShifts } from './layout-shifts.ts'

const WINDOWS = [
  { width: 320, height: 568, mailbox: 'link', language: 'de' },
  { width: 1440, height: 900, mailbox: 'terminal', language: 'en' },
] as const

/** Opens an address, and lets the font come only when `isShown` has seen the screen without it. */
async function openWithLateFont(page: Page, address: string, isShown: () => Promise<void>): Promise<void> {
  await page.unroute(FONT)
  const letCome = await holdRequests(page, FONT)
  await page.goto(address, { waitUntil: 'commit' })
  await isShown()
  letCome()
  await page.evaluate(async () => {
    await document.fonts.load('500 1em "Nunito Variable"')
    await document.fonts.ready
  })
}

test('[UI66] nothing on the sign-in screen, in the try-out or in a legal text moves, from the first paint on, when the font and the configuration come late', async ({
  page,
}) => {
  await recordLayoutShifts(page)
  let answer = Promise.withResolvers<object>()
  await page.route('**/api/v1/config', async route => route.fulfill({ json: await answer.promise }))
  const config = mockServerSettings({
    providers: ['google', 'facebook', 'twitter'],
    billing: true,
    testPayments: true,
  })

  for (const { mailbox, language, ...size } of WINDOWS) {
    const where = `${language} at ${size.width} px`
    await page.setViewportSize(size)
    answer = Promise.withResolvers()
    await openWithLateFont(page, `/signin?lng=${language}`, async () => {
      await expect(page.getByRole('textbox')).toBeVisible()
      await expect(page.getByRole('link', { name: /Try the click|Klick ausprobieren/ })).toBeVisible()
    })
    expect(await takeLayoutShifts(page), `${where}, until the font is there`).toEqual([])
    answer.resolve({ ...config, mailbox })
    await expect(page.getByRole('button', { name: /Facebook/ })).toBeVisible()
    if (mailbox === 'link') await expect(page.getByRole('link', { name: 'Lokales Postfach' })).toBeVisible()
    expect(await takeLayoutShifts(page), `${where}, ${mailbox}`).toEqual([])
  }

  await page.setViewportSize({ width: 320, height: 700 })
  await openWithLateFont(page, '/try?lng=de', async () => expect(page.getByRole('slider')).toBeVisible())
  expect(await takeLayoutShifts(page), 'the try-out').toEqual([])

  answer = Promise.withResolvers()
  await openWithLateFont(page, '/terms?lng=en', async () =>
    expect(page.getByRole('heading', { name: 'Terms of Service' })).toBeVisible(),
  )
  expect(await takeLayoutShifts(page), 'until the font is there').toEqual([])
  answer.resolve(config)
  await expect(page.getByRole('heading', { name: 'Who runs this server' })).toBeVisible()
  expect(await takeLayoutShifts(page)).toEqual([])
})
