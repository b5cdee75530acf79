import { button, listEntry, genericErrorToast, logOut, numberField } from '../controls.ts'
import { expect, test } from '../musician.ts'
import { listDatabases } from '../sync/stored-rows.ts'

test('[ST21][SI13] what a sign-out in another tab has taken away is never put back, and the server not asked for it', async ({
  page,
  musician,
}) => {
  // This tab does not hear of it: a tab that sleeps hears nothing either.
  await page.addInitScript(() => {
    BroadcastChannel.prototype.addEventListener = () => {}
    Object.defineProperty(BroadcastChannel.prototype, 'onmessage', { set: () => {} })
  })
  await page.route('**/api/v1/sync', (route, request) =>
    request.postData()?.includes('"changes":[]') ? route.continue() : new Promise(() => {}),
  )
  // Whichever moment usage events are sent at, their answer would tell of the sign-out.
  await page.route('**/api/v1/events', () => new Promise(() => {}))
  await musician.signIn()
  await musician.fillLibrary()
  await page.goto('/pieces')
  await page.getByRole('link', { name: 'Edit The Swan' }).click()
  await numberField(page, 'end tempo').fill('72')
  await button(page, 'Save').click()
  await expect(listEntry(page, 'The Swan')).toContainText('goal 72 bpm')
  await page.getByRole('link', { name: 'Edit The Swan' }).click()
  await numberField(page, 'end tempo').fill('80')

  const other = await page.context().newPage()
  await other.goto('/account')
  await logOut(other)
  await expect(other).toHaveURL(/\/signin$/)
  // The sign-in screen appears while the database is still being deleted.
  await expect.poll(() => listDatabases(other)).toEqual([])

  await button(page, 'Save').click()
  await expect(genericErrorToast(page)).toBeVisible()
  expect(await listDatabases(page)).toEqual([])

  // When somebody looks at it again it notices, before anything else wakes up.
  const asked: string[] = []
  page.on('request', request => {
    if ('x-dacapo-user' in request.headers()) asked.push(request.url())
  })
  await page.evaluate(() => window.dispatchEvent(new Event('focus')))
  await expect(page).toHaveURL(/\/signin$/)
  expect(asked).toEqual([])
})

test('[SI13] a tab takes back what it is asking for a user who signs out in another', async ({
  page,
  musician,
}) => {
  await musician.signIn()
  await page.route('**/api/v1/sessions', () => new Promise(() => {}))
  const asked = page.waitForRequest('**/api/v1/sessions')
  await page.goto('/account')
  await asked
  const takenBack = page.waitForEvent('requestfailed', request => request.url().endsWith('/api/v1/sessions'))

  const other = await page.context().newPage()
  // The server hears of it when it is told to: no tab may wait for that.
  let hear = () => {}
  await other.route('**/api/v1/sign-out', async route => {
    await new Promise<void>(resolve => (hear = resolve))
    await route.continue()
  })
  await other.goto('/account')
  const leaving = other.waitForRequest('**/api/v1/sign-out')
  await logOut(other)
  await leaving
  expect((await takenBack).failure()?.errorText).toBe('net::ERR_ABORTED')
  await expect(page).toHaveURL(/\/signin$/)
  hear()
  await expect(other).toHaveURL(/\/signin$/)
})
