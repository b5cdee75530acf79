import type { Page } from '@playwright/test'
import { button, listEntry, successToast } from '../controls.ts'
import { expect, signInByCode, test } from '../musician.ts'

const SESSIONS = /\/api\/v1\/sessions/

test.describe('signing out elsewhere', () => {
  // One request is cut off.
  test.use({ expectedFaults: [/Failed to load resource: net::ERR_FAILED/] })

  test('[ID23] the account lists where one is signed in; another device can be signed out, this one cannot', async ({
    page,
    musician,
    request: other,
    dacapo,
  }) => {
    await musician.signIn()
    await signInByCode(other, dacapo.origin, musician.email)
    await page.goto('/account')
    await expect(devices(page).getByRole('listitem')).toHaveCount(2)
    const [here, there] = [listEntry(page, 'this device'), listEntry(page, 'last used today')]
    await expect(here).toContainText('signed in on')
    await expect(here.getByRole('button')).toHaveCount(0)
    // One other has its own button; another for all would say the same.
    await expect(button(page, 'Sign out everywhere else')).toHaveCount(0)
    await page.route(SESSIONS, route => route.abort())
    await there.getByRole('button', { name: 'Sign out there' }).click()
    await expect(page.getByRole('alert').filter({ hasText: 'You are offline.' })).toBeVisible()
    await expect(devices(page).getByRole('listitem')).toHaveCount(2)
    await page.unroute(SESSIONS)
    await there.getByRole('button', { name: 'Sign out there' }).click()
    await expect(successToast(page, 'Signed out there.')).toBeVisible()
    await expect(devices(page).getByRole('listitem')).toHaveCount(1)
    await expect(page.getByRole('heading', { name: 'Devices' })).toBeFocused()
    const told = await (await other.get('/api/v1/session')).json()
    expect(told).toMatchObject({ user: null, ended: 'session-revoked' })
    await page.reload()
    await expect(devices(page).getByRole('listitem')).toHaveCount(1)
  })
})

test.describe('without an answer', () => {
  test.use({ expectedFaults: [/Failed to load resource/] })

  test('[ID23] a list that has no answer says so, comes back with the connection, and can be asked for again; all of many devices can be seen, and signed out at once', async ({
    page,
    musician,
    context,
    playwright,
    dacapo,
  }) => {
    await musician.signIn()
    const others = await Promise.all(
      [1, 2, 3, 4].map(() => playwright.request.newContext({ baseURL: dacapo.origin })),
    )
    for (const other of others) await signInByCode(other, dacapo.origin, musician.email)

    await test.step('without a connection the card says that it needs one, and comes back by itself', async () => {
      await page.route(SESSIONS, route => route.abort())
      await page.goto('/account')
      await expect(devices(page)).toContainText('only be seen with a connection')
      await page.unroute(SESSIONS)
      await context.setOffline(true)
      await context.setOffline(false)
      await expect(devices(page)).toContainText('this device')
    })

    await test.step('a list that could not be loaded can be asked for again', async () => {
      await page.route(SESSIONS, route => route.fulfill({ status: 500, body: 'oops' }))
      await page.reload()
      await expect(devices(page)).toContainText('could not be loaded')
      await page.unroute(SESSIONS)
      await devices(page).getByRole('button', { name: 'Try again' }).click()
      await expect(devices(page)).toContainText('this device')
    })

    await test.step('all of many devices can be seen, and all others signed out at once', async () => {
      await expect(devices(page).getByRole('listitem')).toHaveCount(4)
      await button(page, 'Show all 5 devices').click()
      await expect(devices(page).getByRole('listitem')).toHaveCount(5)
      await button(page, 'Sign out everywhere else').click()
      await expect(successToast(page, 'Signed out everywhere else.')).toBeVisible()
      await expect(devices(page).getByRole('listitem')).toHaveCount(1)
      for (const other of others) {
        const told = await (await other.get('/api/v1/session')).json()
        expect(told).toMatchObject({ user: null, ended: 'session-revoked' })
        await other.dispose()
      }
    })
  })
})

const devices = (page: Page) => page.getByRole('region', { name: 'Devices' })
