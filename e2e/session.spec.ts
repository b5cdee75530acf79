import { askForLink } from './ask-for-link.ts'
import { button, emailField, logOut, text } from './controls.ts'
import { codeIn, expect, linkIn, newestMailTo, test } from './musician.ts'
import { atMyPieces } from './my-pieces.ts'
import { databasesIn } from './stored-rows.ts'

test.describe('without the server, or without its word', () => {
  test.use({ expectedFaults: [/Failed to load resource/] })

  test('[SI2] the last user’s library opens without the server', async ({ page, musician }) => {
    await atMyPieces(page, musician)
    await page.route('**/api/**', route => route.abort())
    await page.reload()
    await expect(page.getByText('Clair de lune')).toBeVisible()
  })

  test('[SI4] a session that ran out leaves the library open and can be begun again', async ({
    page,
    musician,
  }) => {
    await atMyPieces(page, musician)
    await page.context().clearCookies()
    await page.reload()
    await expect(page.getByText('Clair de lune')).toBeVisible()
    await expect(page.getByRole('button', { name: /signed out/ })).toBeVisible()
    await page.getByRole('button', { name: /signed out/ }).click()
    await page.getByRole('link', { name: 'Sign in again' }).click()
    await expect(emailField(page)).toBeVisible()
    await page.reload()
    await expect(emailField(page)).toBeVisible()
    await musician.signIn()
    await page.goto('/pieces')
    await expect(page.getByText('Clair de lune')).toBeVisible()
    await expect(page.getByRole('button', { name: /signed out/ })).toBeHidden()
  })
})

test.describe('two users in one browser', () => {
  // What the first one's tab still sends is refused: the cookie is not theirs any more.
  test.use({ expectedFaults: [/status of 401/] })

  test('[SI3] another user who signs in in another tab is who every tab shows', async ({
    page,
    musician,
    dacapo,
  }) => {
    await atMyPieces(page, musician)
    const other = await page.context().newPage()
    await page.context().clearCookies()
    await other.goto('/signin')
    await other.evaluate(() => localStorage.removeItem('dacapo.user'))
    const email = `robert-${Date.now()}@example.org`
    const headers = { origin: dacapo.origin }
    await other.request.post('/api/v1/sign-in-links', { headers, data: { email, language: 'en' } })
    const mail = await newestMailTo(other.request, dacapo.origin, email)
    await other.evaluate(address => localStorage.setItem('dacapo.email', address), email)
    await other.goto(linkIn(mail))
    await expect(other).toHaveURL(/\/practice$/)
    await expect(page.getByText('Clair de lune')).toBeHidden()
    await page.goto('/account')
    await expect(page.getByText(email)).toBeVisible()
  })
})

test('[SI5] the address is remembered until the link has signed in', async ({ page, musician }) => {
  const remembered = () => page.evaluate(() => localStorage.getItem('dacapo.email'))
  await askForLink(page, musician.email)
  expect(await remembered()).toBe(musician.email)
  await page.goto(linkIn(await musician.newestMail()))
  await expect(page).toHaveURL(/\/practice$/)
  expect(await remembered()).toBeNull()
})

test('[SI12] an answer from before the sign-in that comes after it signs nobody out', async ({
  page,
  musician,
}) => {
  // On a busy machine signing in takes longer than a page waits for an answer.
  await page.addInitScript(() => (AbortSignal.timeout = () => new AbortController().signal))
  await askForLink(page, musician.email)
  const held = Promise.withResolvers<void>()
  const asked = Promise.withResolvers<void>()
  await page.route(
    '**/api/v1/session',
    async route => {
      const response = await route.fetch()
      asked.resolve()
      await held.promise
      await route.fulfill({ response })
    },
    { times: 1 },
  )
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  await asked.promise
  await text(page, 'code').fill(codeIn(await musician.newestMail()))
  const newer = page.waitForResponse('**/api/v1/session')
  await button(page, 'Sign in').click()
  await expect(page).toHaveURL(/\/practice$/)
  expect((await newer).ok()).toBe(true)
  const older = page.waitForResponse('**/api/v1/session')
  held.resolve()
  expect(await (await older).json()).toMatchObject({ user: null })
  // Who is signed in has nothing to do there.
  await page.evaluate(() => {
    history.pushState(null, '', '/signin')
    window.dispatchEvent(new PopStateEvent('popstate'))
  })
  await expect(page).toHaveURL(/\/practice$/)
})

test('[SI6] signing out leaves nothing of the user in any tab', async ({ page, musician }) => {
  await atMyPieces(page, musician)
  const other = await page.context().newPage()
  await other.goto('/pieces')
  await expect(other.getByText('Clair de lune')).toBeVisible()
  await page.goto('/account')
  await logOut(page)
  for (const tab of [page, other]) await expect(tab).toHaveURL(/\/signin$/)
  await expect.poll(() => databasesIn(page)).toEqual([])
  expect(await page.evaluate(() => localStorage.getItem('dacapo.user'))).toBeNull()
})

test('[SI8] outside the user’s database only the address, language, theme and the user’s id are kept', async ({
  page,
  musician,
}) => {
  await atMyPieces(page, musician)
  const kept = await page.evaluate(() => Object.entries(localStorage))
  const id = await page.evaluate(async () => {
    const answer = await fetch('/api/v1/session')
    const session: unknown = await answer.json()
    return JSON.stringify(session)
  })
  for (const [key, value] of kept) {
    expect(key).toMatch(/^(dacapo\.user|dacapo\.email|i18nextLng|theme)$/)
    if (key === 'dacapo.user') expect(id).toContain(`"id":"${value}"`)
  }
  expect(kept.map(([key]) => key)).toContain('dacapo.user')
})

test('[MT9] the screen stays awake in a practice step, also after the page was away', async ({
  page,
  musician,
}) => {
  await page.addInitScript(() => {
    const asked: string[] = []
    Object.assign(window, { wakeLocksAsked: asked })
    const native = navigator.wakeLock.request.bind(navigator.wakeLock)
    navigator.wakeLock.request = type => {
      asked.push('screen')
      return native(type)
    }
  })
  const asked = () => page.evaluate(() => (Reflect.get(window, 'wakeLocksAsked') as string[]).length)
  await atMyPieces(page, musician)
  await page.goto('/practice')
  await expect(button(page, 'Start practicing')).toBeVisible()
  expect(await asked()).toBe(0)
  await button(page, 'Start practicing').click()
  await expect.poll(asked).toBeGreaterThan(0)
  const before = await asked()
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await expect.poll(asked).toBeGreaterThan(before)
})
