import { button, listEntry, successToast } from '../controls.ts'
import { expect, signInByCode, test } from '../musician.ts'

test('[ID23] the account lists where one is signed in; another device can be signed out, this one cannot, and all others at once', async ({
  page,
  musician,
  playwright,
  dacapo,
}) => {
  await musician.signIn()
  const others = await Promise.all(
    [1, 2, 3, 4].map(() => playwright.request.newContext({ baseURL: dacapo.origin })),
  )
  for (const other of others) await signInByCode(other, dacapo.origin, musician.email)
  await page.goto('/account')
  const devices = page.getByRole('region', { name: 'Devices' }).getByRole('listitem')
  await expect(devices).toHaveCount(4)
  await button(page, 'Show all 5 devices').click()
  await expect(devices).toHaveCount(5)
  await expect(listEntry(page, 'this device')).toContainText('signed in on')
  await expect(listEntry(page, 'this device').getByRole('button')).toHaveCount(0)

  await listEntry(page, 'last used today').first().getByRole('button', { name: 'Log out there' }).click()
  await expect(successToast(page, 'Logged out there.')).toBeVisible()
  await expect(devices).toHaveCount(4)
  await expect(page.getByRole('heading', { name: 'Devices' })).toBeFocused()
  await button(page, 'Log out everywhere else').click()
  await expect(successToast(page, 'Logged out everywhere else.')).toBeVisible()
  await expect(devices).toHaveCount(1)
  for (const other of others) {
    const session = await (await other.get('/api/v1/session')).json()
    expect(session).toMatchObject({ user: null, ended: 'session-revoked' })
    await other.dispose()
  }
})
