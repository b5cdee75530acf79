import { button, entry, genericError, logOut, number } from './controls.ts'
import { expect, test } from './musician.ts'
import { databasesIn } from './stored-rows.ts'

test('[ST19] what a sign-out in another tab has taken away is never put back', async ({ page, musician }) => {
  // This tab does not hear of it: a tab that sleeps hears nothing either.
  await page.addInitScript(() => {
    BroadcastChannel.prototype.addEventListener = () => {}
    Object.defineProperty(BroadcastChannel.prototype, 'onmessage', { set: () => {} })
  })
  await page.route('**/api/v1/sync', (route, request) =>
    request.postData()?.includes('"changes":[]') ? route.continue() : new Promise(() => {}),
  )
  await musician.signIn()
  await musician.fillLibrary()
  await page.goto('/pieces')
  await page.getByRole('link', { name: 'Edit The Swan' }).click()
  await number(page, 'end tempo').fill('72')
  await button(page, 'Save').click()
  await expect(entry(page, 'The Swan')).toContainText('goal 72 bpm')
  await page.getByRole('link', { name: 'Edit The Swan' }).click()
  await number(page, 'end tempo').fill('80')

  const other = await page.context().newPage()
  await other.goto('/account')
  await logOut(other)
  await expect(other).toHaveURL(/\/signin$/)

  await button(page, 'Save').click()
  await expect(genericError(page)).toBeVisible()
  expect(await databasesIn(page)).toEqual([])
})
