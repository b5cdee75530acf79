import type { Page } from '@playwright/test'
import { button } from '../controls.ts'
import { emulateIphoneSafari, offerInstallation } from './install-prompt.ts'
import { expect, test } from '../musician.ts'

test('[OF11] the browser finds nothing that keeps it from installing the app; the account offers it, asks when one wants it, and no more once it is installed', async ({
  page,
  musician,
}) => {
  await musician.signIn()
  await page.goto('/account')
  await expect(button(page, 'Log out')).toBeVisible()

  await test.step('the browser finds nothing that keeps it from installing the app', async () => {
    const browser = await page.context().newCDPSession(page)
    const manifest = await browser.send('Page.getAppManifest')
    expect(manifest.errors).toEqual([])
    expect(new URL(manifest.url).pathname).toBe('/manifest.en.webmanifest')
    const { installabilityErrors } = await browser.send('Page.getInstallabilityErrors')
    // Test windows are private, and no browser installs an app from a private window.
    expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([])
  })

  await expect(hint(page)).toBeHidden()
  await offerInstallation(page, () => hint(page).isVisible())
  await button(page, 'Install').click()
  expect(await page.evaluate(() => 'asked' in window)).toBe(true)
  await expect(hint(page)).toBeHidden()

  await page.reload()
  await expect(button(page, 'Log out')).toBeVisible()
  await offerInstallation(page, () => hint(page).isVisible())
  await page.evaluate(() => window.dispatchEvent(new Event('appinstalled')))
  await expect(hint(page)).toBeHidden()
})

test('[OF11] on an iPhone it says how, after practicing too, and no more to who does not want to hear of it', async ({
  page,
  musician,
}) => {
  await emulateIphoneSafari(page, false)
  await musician.signIn()
  await musician.fillLibrary([{ name: 'The Swan', importance: 1, endTempo: 60, parts: [[null, 50]] }])
  await page.goto('/practice')
  await button(page, 'Start practicing').click()
  await button(page, 'Next').click()
  await expect(page.getByRole('heading', { name: 'Congratulations' })).toBeVisible()
  await expect(hint(page)).toContainText('Add to Home Screen')
  await expect(button(page, 'Install')).toHaveCount(0)

  await button(page, 'Don’t ask again').click()
  await expect(hint(page)).toBeHidden()
  await page.reload()
  await page.goto('/account')
  await expect(button(page, 'Log out')).toBeVisible()
  await page.reload()
  await expect(button(page, 'Log out')).toBeVisible()
  await expect(hint(page)).toBeHidden()
})

const hint = (page: Page) => page.getByRole('region', { name: 'Keep Dacapo on this device' })
