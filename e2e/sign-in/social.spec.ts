import { requestLinkThroughScreen } from './ask-for-link.ts'
import type { Page } from '@playwright/test'
import { button, emailField, successToast } from '../controls.ts'
import { watchAnalyticsEvents } from '../analytics/analytics-events.ts'
import { expect, signInLinkIn, test, signedInUserId } from '../musician.ts'
import { openProviderPopup, completeProviderPopup } from './social-popup.ts'

const sessionUser = async (page: Page): Promise<{ id: string } | null> =>
  (await (await page.request.get('/api/v1/session')).json()).user

/**
 * Clears cookies and local storage on a page without our code, because an open screen would store its user again when a
 * response comes late.
 */
async function openSignInAsNewBrowser(page: Page): Promise<void> {
  const body = '<link rel="icon" href="data:,">'
  await page.route('**/empty', route => route.fulfill({ contentType: 'text/html', body }))
  await page.goto('/empty')
  await page.context().clearCookies()
  await page.evaluate(() => localStorage.clear())
  await page.goto('/signin')
}

test('[ID15][ID16] who came by mail is told to connect the provider in the account, and then finds their own pieces there', async ({
  page,
  musician,
}) => {
  await musician.signIn()
  await musician.fillLibrary()
  const before = await sessionUser(page)
  await page.context().clearCookies()
  await page.goto('/signin')
  const signInWithGoogle = async () =>
    completeProviderPopup(await openProviderPopup(page, 'Sign in with Google'), { email: musician.email })
  await signInWithGoogle()
  await expect(page.getByRole('alert')).toContainText('has an account here already, without Google')
  await expect(emailField(page)).toBeFocused()
  expect(await sessionUser(page)).toBeNull()
  await requestLinkThroughScreen(page, musician.email)
  await page.goto(signInLinkIn(await musician.newestMail()))
  await expect(page).toHaveURL(/\/practice$/)
  await page.goto('/account')
  const popup = await openProviderPopup(page, 'Connect Google')
  await completeProviderPopup(popup, { email: musician.email })
  await expect(successToast(page, 'Connected.')).toBeVisible()
  await openSignInAsNewBrowser(page)
  await signInWithGoogle()
  await expect(page).toHaveURL(/\/practice$/)
  await expect(button(page, 'Start practicing')).toBeVisible()
  expect(await sessionUser(page)).toMatchObject({ id: before?.id })
})

test.describe('a popup that ends in nothing', () => {
  test.use({ expectedFaults: [/Failed to load resource.*\/api\/auth\/sign-in\/social\)$/] })

  test('[SG13] a popup that is closed, fails or cannot start is told, and the next one works, also one that only seems closed', async ({
    page,
    musician,
  }) => {
    await page.goto('/signin')
    const popup = await openProviderPopup(page, 'Sign in with Google')
    await expect(button(page, 'Sign in with Google')).toHaveAttribute('aria-busy', 'true')
    await popup.close()
    await expect(page.getByText('sign-in popup closed')).toBeVisible()
    await expect(button(page, 'Sign in with Google')).not.toHaveAttribute('aria-busy')
    await expect(page).toHaveURL(/\/signin$/)

    const facebookPopup = await openProviderPopup(page, 'Sign in with Facebook')
    const closed = facebookPopup.waitForEvent('close')
    await completeProviderPopup(facebookPopup, { press: 'Let it fail' })
    await closed
    await expect(page.getByText('Oops. Something went wrong.')).toBeVisible()
    await expect(page).toHaveURL(/\/signin$/)

    await test.step('a server that cannot start the sign-in closes the popup and tells', async () => {
      await page.route('**/api/auth/sign-in/social', route => route.fulfill({ status: 500, body: 'no' }))
      await page.goto('/signin')
      const opened = page.waitForEvent('popup')
      await button(page, 'Sign in with Google').click()
      const started = await opened
      if (!started.isClosed()) await started.waitForEvent('close')
      await expect(page.getByText('Oops. Something went wrong.')).toBeVisible()
      await page.unroute('**/api/auth/sign-in/social')
    })
    await test.step('one that its provider cuts off only seems closed: it signs in all the same', async () => {
      await isolatePopups(page)
      const isolated = await openProviderPopup(page, 'Sign in with Google')
      await expect(page.getByText('sign-in popup closed')).toBeVisible()
      await completeProviderPopup(isolated, { email: musician.email })
      await expect(page).toHaveURL(/\/practice$/)
    })
  })
})

/** Makes popups look closed once they show another origin, as Cross-Origin-Opener-Policy does. */
const isolatePopups = (page: Page) =>
  page.evaluate(() => {
    const open = window.open.bind(window)
    window.open = (...args) => {
      const popup = open(...args)
      const isIsolated = () => {
        try {
          return popup?.document === undefined
        } catch {
          return true
        }
      }
      return (
        popup &&
        new Proxy(popup, { get: (real, key) => (key === 'closed' ? isIsolated() : real[key as never]) })
      )
    }
  })

test('[SG13][ID15][AN1] where popups are blocked the provider takes the place of the page; who cancels or is not vouched for is told on the sign-in screen, and the rest is counted', async ({
  page,
  musician,
  dacapo,
}) => {
  await page.addInitScript(() => (window.open = () => null))
  await page.goto('/signin')
  await button(page, 'Sign in with X (Twitter)').click()
  await completeProviderPopup(page, { press: 'Cancel' })
  await expect(page.getByText('sign-in canceled')).toBeVisible()
  await expect(page).toHaveURL(/\/signin$/)
  await button(page, 'Sign in with Facebook').click()
  await completeProviderPopup(page, { address: 'not told' })
  await expect(page.getByRole('alert')).toContainText('Facebook does not confirm')
  await expect(page).toHaveURL(/\/signin$/)

  const events = await watchAnalyticsEvents(page.request, dacapo.origin)
  await page.goto('/signin')
  await button(page, 'Sign in with Google').click()
  await completeProviderPopup(page, { email: musician.email })
  await expect(page).toHaveURL(/\/practice$/)
  const id = await signedInUserId(page, dacapo.origin)
  await expect.poll(() => events.of(id)).toContain('sign_up Google')
})
