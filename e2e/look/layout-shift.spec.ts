import type { Page } from '@playwright/test'
import { button } from '../controls.ts'
import { mockServerSettings } from '../mock-server-settings.ts'
import { expect, test } from '../musician.ts'
import { readSyncPosition } from '../sync/stored-rows.ts'
import { FONT_FILES, holdRequests } from '../hold-requests.ts'
import { takeLayoutShifts, recordLayoutShifts } from './layout-shifts.ts'

test('[UI66] nothing on the sign-in screen or in a legal text moves, from the first paint on, when the font and the configuration come late', async ({
  page,
}) => {
  await recordLayoutShifts(page)
  const config = mockServerSettings({
    providers: ['google', 'facebook', 'twitter'],
    billing: true,
    mailbox: 'link',
  })
  for (const { path, width, early, late } of [
    {
      path: '/signin?lng=de',
      width: 320,
      early: 'Anmeldelink schicken',
      late: page.getByRole('button', { name: /Facebook/ }),
    },
    {
      path: '/signin?lng=en',
      width: 1440,
      early: 'Send me a sign-in link',
      late: page.getByRole('button', { name: /Facebook/ }),
    },
    {
      path: '/terms?lng=en',
      width: 320,
      early: 'Terms of Service',
      late: page.getByRole('heading', { name: 'Who runs this server' }),
    },
  ]) {
    await page.unrouteAll()
    await page.setViewportSize({ width, height: 700 })
    const answer = Promise.withResolvers<object>()
    await page.route('**/api/v1/config', async route => route.fulfill({ json: await answer.promise }))
    const releaseFont = await holdRequests(page, FONT_FILES)
    await page.goto(path, { waitUntil: 'commit' })
    await expect(page.getByText(early).first()).toBeVisible()
    releaseFont()
    await page.evaluate(async () => {
      await document.fonts.load('500 1em "Nunito Variable"')
      await document.fonts.ready
    })
    expect(await takeLayoutShifts(page), `${path}, until the font is there`).toEqual([])
    answer.resolve(config)
    await expect(late).toBeVisible()
    expect(await takeLayoutShifts(page), `${path}, with the configuration`).toEqual([])
  }
})

test('[UI66] nothing moves while a signed-in screen loads, with nothing on this device and with everything, nor when the answers of the account come late', async ({
  page,
  musician,
}) => {
  await musician.signIn()
  await musician.fillLibrary([{ name: 'Kreutzer no. 8', importance: 3, endTempo: 144, parts: [[null, 78]] }])
  await recordLayoutShifts(page)
  // The first visit finds no data on this device. On a desktop, details are beside the list.
  for (const [path, width] of [
    ['/practice', 390],
    ['/practice', 1280],
    ['/pieces', 390],
  ] as const) {
    await page.setViewportSize({ width, height: 844 })
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await waitForFirstSync(page)
    expect(await takeLayoutShifts(page), `${path}, ${width} px`).toEqual([])
  }

  // Everything is in view, because what is below the window counts as not moved.
  await page.setViewportSize({ width: 390, height: 3000 })
  const held = new Map<RegExp, () => void>()
  for (const url of ['sessions', 'sign-ins', 'config'].map(name => RegExp(`/api/v1/${name}(\\?|$)`)))
    held.set(url, await holdRequests(page, url))
  await page.goto('/account')
  await expect(button(page, 'Log out')).toBeVisible()
  await waitForFirstSync(page)
  expect(await takeLayoutShifts(page), 'before the answers').toEqual([])
  await expect(button(page, 'Delete account')).toBeHidden()
  for (const [url, release] of held) {
    const response = page.waitForResponse(url)
    release()
    await response
    expect(await takeLayoutShifts(page), `after ${url}`).toEqual([])
  }
  await expect(button(page, 'Delete account')).toBeVisible()
  expect(await takeLayoutShifts(page), 'with all answers').toEqual([])
})

async function waitForFirstSync(page: Page): Promise<void> {
  await expect.poll(() => readSyncPosition(page)).toMatchObject({ epoch: expect.any(String) })
  await page.evaluate(() => document.fonts.ready)
}
