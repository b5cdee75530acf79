import type { Page } from '@playwright/test'
import { logOut } from '../controls.ts'
import { expect, test } from '../musician.ts'
import { openProviderPopup, completeProviderPopup } from '../sign-in/social-popup.ts'
import { readStoreRows } from '../sync/stored-rows.ts'

// The server cannot be reached for a while, and one picture does not exist.
test.use({ expectedFaults: [/resource: net::ERR_FAILED|status of 404 .*nobody\.jpg/] })

test('[AV7][AC1] the picture of the provider is on the device before the account was ever opened and gone with the sign-out; a missing one gives way to the sign', async ({
  page,
  musician,
}) => {
  const foreignRequests: string[] = []
  page.on('request', request => {
    const { protocol, origin } = new URL(request.url())
    if (protocol.startsWith('http') && page.url() !== 'about:blank' && origin !== new URL(page.url()).origin)
      foreignRequests.push(request.url())
  })
  const avatar = page.locator('main img')
  await page.goto('/signin')
  await completeProviderPopup(await openProviderPopup(page, 'Sign in with Google'), { email: musician.email })
  await expect(page).toHaveURL(/\/practice$/)
  await expect
    .poll(async () => (await (await page.request.get('/api/v1/session')).json()).user.image)
    .not.toBeNull()
  await page.reload()
  await expect.poll(() => countStoredAvatars(page)).toBe(1)
  await page.route('**/api/**', route => route.abort())
  await page.goto('/account')
  await expect(avatar).toBeVisible()
  await expect(avatar).not.toHaveJSProperty('naturalWidth', 0)
  await page.unroute('**/api/**')
  expect(foreignRequests).toEqual([])

  await test.step('the name stands above the e-mail; a picture that is not there gives way to the sign', async () => {
    await musician.become({ name: 'Clara Wieck', image: '/icons/nobody.jpg' })
    const missing = page.waitForResponse('**/nobody.jpg')
    await page.reload()
    expect((await missing).status()).toBe(404)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Clara Wieck')
    await expect(avatar).toHaveCount(0)
  })

  await logOut(page)
  await expect(page).toHaveURL(/\/signin$/)
  expect(await countStoredAvatars(page)).toBe(0)
})

const countStoredAvatars = async (page: Page) =>
  ((await readStoreRows(page, 'meta')) as { key: string }[]).filter(({ key }) => key === 'avatar').length
