import type { Page } from '@playwright/test'
import { button } from '../controls.ts'
import { expect, test } from '../musician.ts'
import { readSyncPosition } from '../sync/stored-rows.ts'
import { takeLayoutShifts, recordLayoutShifts } from './layout-shifts.ts'

const PHONE = { width: 390, height: 844 }
/** Where details stand beside the list. */
const DESK = { width: 1280, height: 800 }

test('[UI66] nothing moves while a signed-in screen loads, with nothing on this device and with everything, on a phone and on a desk', async ({
  page,
  musician,
  browser,
  dacapo,
  contextOptions,
}) => {
  await musician.signIn()
  await musician.fillLibrary([{ name: 'Kreutzer no. 8', importance: 3, endTempo: 144, parts: [[null, 78]] }])
  await page.goto('/pieces')
  const edit = await page.getByRole('link', { name: /^Edit/ }).first().getAttribute('href')
  const { cookies } = await page.context().storageState()

  for (const [path, viewport] of [
    ['/pieces', PHONE],
    ['/practice', PHONE],
    ['/practice', DESK],
    [edit ?? '', PHONE],
    ['/account', PHONE],
  ] as const) {
    // A device that knows the musician only by the cookie.
    const context = await browser.newContext({ ...contextOptions, viewport, baseURL: dacapo.origin })
    await context.addCookies(cookies)
    const tab = await context.newPage()
    await recordLayoutShifts(tab)
    for (const start of ['nothing', 'everything']) {
      await tab.goto(path)
      await expect(tab.getByRole('heading', { level: 1 })).toBeVisible()
      await untilSynced(tab)
      expect(await takeLayoutShifts(tab), `${path}, ${viewport.width} px, ${start} on this device`).toEqual(
        [],
      )
    }
    await context.close()
  }
})

test('[UI66] on the account nothing moves when the configuration, the sign-ins and the devices come late, in any order', async ({
  page,
  musician,
}) => {
  await musician.signIn()
  await recordLayoutShifts(page)
  // Everything is in view, because what is below the window counts as not moved.
  await page.setViewportSize({ width: 390, height: 3000 })
  const late = ['config', 'sign-ins', 'sessions']
  for (const order of [late, late.toReversed()]) {
    const answers = new Map(late.map(name => [name, Promise.withResolvers<void>()]))
    for (const [name, { promise }] of answers)
      await page.route(new RegExp(`/api/v1/${name}(\\?|$)`), async route => {
        await promise
        await route.fallback()
      })
    await page.goto('/account')
    await expect(button(page, 'Log out')).toBeVisible()
    await untilSynced(page)
    expect(await takeLayoutShifts(page), 'before the answers').toEqual([])
    await expect(button(page, 'Delete account')).toBeHidden()
    for (const name of order) {
      const response = page.waitForResponse(new RegExp(`/api/v1/${name}(\\?|$)`))
      answers.get(name)?.resolve()
      await response
      expect(await takeLayoutShifts(page), `after ${name} of ${order.join(', ')}`).toEqual([])
    }
    await expect(button(page, 'Delete account')).toBeVisible()
    expect(await takeLayoutShifts(page), `after ${order.join(', ')}`).toEqual([])
    await page.unrouteAll()
  }
})

/** Waits until the first round of sync has ended and its result is drawn. */
async function untilSynced(page: Page): Promise<void> {
  const position = () => readSyncPosition(page)
  await expect.poll(position).toMatchObject({ epoch: expect.any(String) })
  await page.evaluate(() => document.fonts.ready)
}
