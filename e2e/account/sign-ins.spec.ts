import type { Page } from '@playwright/test'
import { button, listEntry, successToast } from '../controls.ts'
import { expect, test } from '../musician.ts'
import { openProviderPopup, completeProviderPopup } from '../sign-in/social-popup.ts'

const SIGN_INS = /\/api\/v1\/sign-ins/

// Requests for the list are aborted, then answered with an error.
test.use({ expectedFaults: [/Failed to load resource.*\/api\/v1\/sign-ins\)$/] })

test('[ID34] the list can be asked for again; a provider is connected, removed again, and takes the place of the page where popups are blocked', async ({
  page,
  musician,
}) => {
  await musician.signIn()

  await test.step('the list says that it needs a connection or did not come, and can be asked for again', async () => {
    await page.route(SIGN_INS, route => route.abort())
    await page.goto('/account')
    await expect(signIns(page)).toContainText('only be seen with a connection')
    await page.unroute(SIGN_INS)
    await page.route(SIGN_INS, route => route.fulfill({ status: 500 }))
    await signIns(page).getByRole('button', { name: 'Try again' }).click()
    await expect(signIns(page)).toContainText('could not be loaded')
    await page.unroute(SIGN_INS)
    await signIns(page).getByRole('button', { name: 'Try again' }).click()
    await expect(button(page, 'Connect Google')).toBeVisible()
  })

  await test.step('a provider is connected, listed, and removed again', async () => {
    await expect(signIns(page).getByRole('listitem')).toHaveCount(4)
    await expect(listEntry(page, musician.email)).toContainText('always works')
    await expect(listEntry(page, musician.email).getByRole('button')).toHaveCount(0)

    // The provider's account may have another address.
    await completeProviderPopup(await openProviderPopup(page, 'Connect Google'), {
      email: `other-${musician.email}`,
    })
    await expect(successToast(page, 'Connected.')).toBeVisible()
    await expect(listEntry(page, 'connected on')).toContainText('Google')
    await expect(button(page, 'Remove Google')).toBeFocused()
    expect(await connectedProviders(page)).toEqual(['email', 'google'])

    await button(page, 'Remove Google').click()
    const dialog = page.getByRole('alertdialog', { name: 'Remove Google?' })
    await dialog.getByRole('button', { name: 'Remove' }).click()
    await expect(successToast(page, 'Removed.')).toBeVisible()
    await expect(button(page, 'Connect Google')).toBeFocused()
    expect(await connectedProviders(page)).toEqual(['email'])
  })

  await test.step('where popups are blocked the provider takes the place of the page, and leads back to the account', async () => {
    await page.evaluate(() => (window.open = () => null))
    await button(page, 'Connect Google').click()
    await completeProviderPopup(page, { email: musician.email })
    await expect(page).toHaveURL(/\/account$/)
    await expect(button(page, 'Remove Google')).toBeVisible()
  })
})

const signIns = (page: Page) => page.getByRole('region', { name: 'Sign-ins' })

async function connectedProviders(page: Page): Promise<string[]> {
  const { signIns } = await (await page.request.get('/api/v1/sign-ins')).json()
  return signIns.map(({ provider }: { provider: string }) => provider)
}
