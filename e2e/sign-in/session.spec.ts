import type { Page, Request } from '@playwright/test'
import { requestLinkThroughScreen } from './ask-for-link.ts'
import { button, emailField, textField } from '../controls.ts'
import {
  signInCodeIn,
  expect,
  requestSignInMailAt,
  signInLinkIn,
  newestMailTo,
  signedInUserId,
  test,
} from '../musician.ts'
import { returnOnline, SESSION_URL } from '../states/trouble.ts'
import { openPiecesListWithFourPieces } from '../pieces/my-pieces.ts'

test.describe('two users in one browser', () => {
  // What the first one's tab still sends is refused: the cookie is not theirs any more.
  test.use({ expectedFaults: [/status of 401/] })

  test('[SI13][SI8] outside the user’s database only the address, language, theme, the user’s id and what counting needs are kept; another user who signs in in another tab is who every tab shows', async ({
    page,
    musician,
    dacapo,
  }) => {
    await openPiecesListWithFourPieces(page, musician)
    const kept = await page.evaluate(() => Object.entries(localStorage))
    for (const [key] of kept)
      expect(key).toMatch(/^(dacapo\.user|dacapo\.sent-link|dacapo\.usage|i18nextLng|theme)$/)
    expect(new Map(kept).get('dacapo.user')).toBe(await signedInUserId(page, dacapo.origin))

    const other = await page.context().newPage()
    await page.context().clearCookies()
    await other.goto('/signin')
    await other.evaluate(() => localStorage.removeItem('dacapo.user'))
    const email = `robert-${Date.now()}@example.org`
    await requestSignInMailAt(other.request, dacapo.origin, email)
    const mail = await newestMailTo(other.request, dacapo.origin, email)
    const sent = JSON.stringify({ email, at: Date.now(), wrongCodes: 0 })
    await other.evaluate(value => localStorage.setItem('dacapo.sent-link', value), sent)
    await other.goto(signInLinkIn(mail))
    await expect(other).toHaveURL(/\/practice$/)
    await expect(page.getByText('Clair de lune')).toBeHidden()
    await page.goto('/account')
    // A notice may name the other user too.
    await expect(page.getByRole('heading', { name: email })).toBeVisible()
  })
})

test('[SI13] an answer from before the sign-in that comes after it signs nobody out', async ({
  page,
  musician,
}) => {
  await waitForLateAnswers(page)
  await requestLinkThroughScreen(page, musician.email)
  const older = await holdAnswer(page)
  await textField(page, 'code').fill(signInCodeIn(await musician.newestMail()))
  const newer = page.waitForResponse(SESSION_URL)
  await button(page, 'Sign in').click()
  await expect(page).toHaveURL(/\/practice$/)
  expect((await newer).ok()).toBe(true)
  expect(await older.release()).toMatchObject({ user: null })
  // Who is signed in has nothing to do there.
  await goInPage(page, '/signin')
  await expect(page).toHaveURL(/\/practice$/)
})

test.describe('a session that has ended', () => {
  test.use({ expectedFaults: [/status of 401/] })

  test('[SI13][SI4] an answer from before the session ended that comes after it takes nobody for signed in', async ({
    page,
    musician,
  }) => {
    await waitForLateAnswers(page)
    await musician.signIn()
    await page.goto('/account')
    await expect(page.getByRole('heading', { name: musician.email })).toBeVisible()
    const older = await holdAnswer(page)
    await page.context().clearCookies()
    const newer = page.waitForResponse(SESSION_URL)
    await returnOnline(page)
    expect(await (await newer).json()).toMatchObject({ user: null })
    await expect(button(page, 'signed out, sync paused')).toBeVisible()
    expect(await older.release()).toMatchObject({ user: { email: musician.email } })
    await goInPage(page, '/signin')
    await expect(emailField(page)).toBeVisible()
    await expect(page).toHaveURL(/\/signin$/)
  })
})

/** Lets pages wait for answers without end: on a busy machine a test may hold one for longer than they do. */
const waitForLateAnswers = (page: Page) =>
  page.addInitScript(() => (AbortSignal.timeout = () => new AbortController().signal))

/** Asks the server who is signed in and holds its answer; `release` lets the page have it and returns it. */
async function holdAnswer(page: Page) {
  const held = Promise.withResolvers<void>()
  const asked = Promise.withResolvers<Request>()
  await page.route(
    SESSION_URL,
    async route => {
      const response = await route.fetch()
      asked.resolve(route.request())
      await held.promise
      await route.fulfill({ response })
    },
    { times: 1 },
  )
  await returnOnline(page)
  // The page may ask again of its own accord; this answer is the one that was held.
  const request = await asked.promise
  return {
    async release(): Promise<unknown> {
      held.resolve()
      return (await request.response())?.json()
    },
  }
}

/** Goes to an address without loading the page anew. */
const goInPage = (page: Page, address: string) =>
  page.evaluate(to => {
    history.pushState(null, '', to)
    window.dispatchEvent(new PopStateEvent('popstate'))
  }, address)
