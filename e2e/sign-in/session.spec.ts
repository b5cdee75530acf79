import { requestLinkThroughScreen } from './ask-for-link.ts'
import { button, textField } from '../controls.ts'
import {
  signInCodeIn,
  expect,
  requestSignInMailAt,
  signInLinkIn,
  newestMailTo,
  signedInUserId,
  test,
} from '../musician.ts'
import { returnOnline } from '../states/trouble.ts'
import { openPiecesListWithFourPieces } from '../pieces/my-pieces.ts'

test.describe('two users in one browser', () => {
  // What the first one's tab still sends is refused: the cookie is not theirs any more.
  test.use({ expectedFaults: [/status of 401/] })

  test('[SI3][SI8] outside the user’s database only the address, language, theme and the user’s id are kept; another user who signs in in another tab is who every tab shows', async ({
    page,
    musician,
    dacapo,
  }) => {
    await openPiecesListWithFourPieces(page, musician)
    const kept = await page.evaluate(() => Object.entries(localStorage))
    for (const [key] of kept) expect(key).toMatch(/^(dacapo\.user|dacapo\.email|i18nextLng|theme)$/)
    expect(new Map(kept).get('dacapo.user')).toBe(await signedInUserId(page, dacapo.origin))

    const other = await page.context().newPage()
    await page.context().clearCookies()
    await other.goto('/signin')
    await other.evaluate(() => localStorage.removeItem('dacapo.user'))
    const email = `robert-${Date.now()}@example.org`
    await requestSignInMailAt(other.request, dacapo.origin, email)
    const mail = await newestMailTo(other.request, dacapo.origin, email)
    await other.evaluate(address => localStorage.setItem('dacapo.email', address), email)
    await other.goto(signInLinkIn(mail))
    await expect(other).toHaveURL(/\/practice$/)
    await expect(page.getByText('Clair de lune')).toBeHidden()
    await page.goto('/account')
    await expect(page.getByText(email, { exact: true })).toBeVisible()
  })
})

test('[SI12] an answer from before the sign-in that comes after it signs nobody out', async ({
  page,
  musician,
}) => {
  // On a busy machine signing in takes longer than a page waits for an answer.
  await page.addInitScript(() => (AbortSignal.timeout = () => new AbortController().signal))
  await requestLinkThroughScreen(page, musician.email)
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
  await returnOnline(page)
  await asked.promise
  await textField(page, 'code').fill(signInCodeIn(await musician.newestMail()))
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
