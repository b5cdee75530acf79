import { mockServerSettings } from '../mock-server-settings.ts'
import { requestLinkThroughScreen } from './ask-for-link.ts'
import type { Page } from '@playwright/test'
import { button, emailField, successToast } from '../controls.ts'
import { watchCountedEvents } from '../analytics/counted-events.ts'
import { expect, signInLinkIn, test, signedInUserId } from '../musician.ts'
import { openProviderPopup, completeProviderPopup } from './social-popup.ts'
import { startAnew } from './start-anew.ts'

test('[ID15][AN1] a popup of each provider signs up, Google’s then signs in, and each is counted as such', async ({
  page,
  musician,
  dacapo,
  watchedPage,
}) => {
  const events = await watchCountedEvents(page.request, dacapo.origin)
  // That each provider finds its user again is proved without a browser (ID15).
  for (const [name, event] of [
    ['Google', 'sign_up Google'],
    ['Google', 'login Google'],
    ['Facebook', 'sign_up Facebook'],
    ['X (Twitter)', 'sign_up Twitter'],
  ] as const) {
    await page.goto('/signin')
    const popup = await openProviderPopup(page, `Sign in with ${name}`)
    watchedPage(popup)
    const closed = popup.waitForEvent('close')
    await completeProviderPopup(popup, { email: `${name.charAt(0)}-${musician.email}`.toLowerCase() })
    await expect(page).toHaveURL(/\/practice$/)
    await closed
    const id = await signedInUserId(page, dacapo.origin)
    await expect.poll(() => events.of(id)).toContain(event)
    // A page that still syncs or fetches the picture would hear that it is signed out.
    await page.goto('/robots.txt')
    await page.context().clearCookies({ name: 'dacapo.session_token' })
    await page.evaluate(() => localStorage.clear())
  }
})

test('[ID15][ID16] who came by mail is told to connect the provider in the account, and then finds their own pieces there', async ({
  page,
  musician,
}) => {
  await musician.signIn()
  await musician.fillLibrary()
  const id = (await (await page.request.get('/api/v1/session')).json()).user.id
  await page.context().clearCookies()
  await page.goto('/signin')
  const atGoogle = async () =>
    completeProviderPopup(await openProviderPopup(page, 'Sign in with Google'), { email: musician.email })
  await atGoogle()
  await expect(page.getByRole('alert')).toContainText('has an account here already, without Google')
  await expect(emailField(page)).toBeFocused()
  expect((await (await page.request.get('/api/v1/session')).json()).user).toBeNull()
  await requestLinkThroughScreen(page, musician.email)
  await page.goto(signInLinkIn(await musician.newestMail()))
  await expect(page).toHaveURL(/\/practice$/)
  await connect(page, 'Google', { email: musician.email })
  await startAnew(page)
  await atGoogle()
  await expect(page).toHaveURL(/\/practice$/)
  await expect(button(page, 'Start practicing')).toBeVisible()
  expect((await (await page.request.get('/api/v1/session')).json()).user.id).toBe(id)
})

test.describe('a popup that ends in nothing', () => {
  test.use({ expectedFaults: [/Failed to load resource.*\/api\/auth\/sign-in\/social\)$/] })

  test('[SG13] a popup that is closed, canceled, fails or cannot start is told, and the next one works, also one that only seems closed', async ({
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
    for (const [press, words] of [
      ['Cancel', 'sign-in canceled'],
      ['Let it fail', 'Oops. Something went wrong.'],
    ] as const) {
      await test.step(`"${press}" at the provider closes the popup and is told`, async () => {
        const atFacebook = await openProviderPopup(page, 'Sign in with Facebook')
        const closed = atFacebook.waitForEvent('close')
        await completeProviderPopup(atFacebook, { press })
        await closed
        await expect(page.getByText(words)).toBeVisible()
        await expect(page.getByText('sign-in popup closed')).toBeHidden()
        await expect(page).toHaveURL(/\/signin$/)
      })
    }
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
      await cutOffPopups(page)
      const cutOff = await openProviderPopup(page, 'Sign in with Google')
      await expect(page.getByText('sign-in popup closed')).toBeVisible()
      await completeProviderPopup(cutOff, { email: musician.email })
      await expect(page).toHaveURL(/\/practice$/)
    })
  })
})

test('[ID16] whom a provider does not vouch for is told so and comes by mail; Facebook, connected in the account, is enough from then on', async ({
  page,
  musician,
}) => {
  const session = async () => (await (await page.request.get('/api/v1/session')).json()).user
  const at = async (provider: string, address: 'not verified' | 'not told') => {
    const popup = await openProviderPopup(page, `Sign in with ${provider}`)
    // While it is still closing, the next sign-in would take it over.
    const closed = popup.waitForEvent('close')
    await completeProviderPopup(popup, { email: musician.email, address })
    await closed
  }

  await test.step('an address that is not told or not verified is explained, and the way by mail is at hand', async () => {
    await page.goto('/signin')
    for (const [provider, address] of [
      ['X (Twitter)', 'not told'],
      ['Facebook', 'not verified'],
    ] as const) {
      await at(provider, address)
      await expect(page.getByRole('alert')).toContainText(
        `${provider} does not confirm an email address of yours`,
      )
      await expect(emailField(page)).toBeFocused()
      expect(await session()).toBeNull()
    }
    await requestLinkThroughScreen(page, musician.email)
    await page.goto(signInLinkIn(await musician.newestMail()))
    await expect(page).toHaveURL(/\/practice$/)
    await expect(page.getByRole('navigation', { name: 'main' })).toBeVisible()
  })

  await test.step('whoever connects Facebook signs in there from then on', async () => {
    const { id } = await session()
    await connect(page, 'Facebook', { email: musician.email, address: 'not verified' })
    await startAnew(page)
    await at('Facebook', 'not verified')
    await expect(page).toHaveURL(/\/practice$/)
    expect(await session()).toMatchObject({ id, email: musician.email })
  })
})

/** From now on popups look like those whose page isolates itself from its opener: closed, as soon as they are another's. */
const cutOffPopups = (page: Page) =>
  page.evaluate(() => {
    const open = window.open.bind(window)
    window.open = (...args) => {
      const popup = open(...args)
      const isCutOff = () => {
        try {
          return popup?.document === undefined
        } catch {
          return true
        }
      }
      return (
        popup &&
        new Proxy(popup, { get: (real, key) => (key === 'closed' ? isCutOff() : real[key as never]) })
      )
    }
  })

/** Connects a provider on the account screen. */
async function connect(
  page: Page,
  provider: string,
  presenting: Parameters<typeof completeProviderPopup>[1],
) {
  await page.goto('/account')
  await completeProviderPopup(await openProviderPopup(page, `Connect ${provider}`), presenting)
  await expect(successToast(page, 'Connected.')).toBeVisible()
}

test.describe('where popups are blocked', () => {
  test.beforeEach(({ page }) => page.addInitScript(() => (window.open = () => null)))

  test('[SG13][AN1] the provider takes the place of the page; who cancels or is not vouched for is told on the sign-in screen, and the rest is counted', async ({
    page,
    musician,
    dacapo,
  }) => {
    await test.step('who cancels or is not vouched for is told', async () => {
      await page.goto('/signin')
      await button(page, 'Sign in with Google').click()
      await completeProviderPopup(page, { press: 'Cancel' })
      await expect(page.getByText('sign-in canceled')).toBeVisible()
      await expect(page).toHaveURL(/\/signin$/)
      await button(page, 'Sign in with Facebook').click()
      await completeProviderPopup(page, { address: 'not told' })
      await expect(page.getByRole('alert')).toContainText('Facebook does not confirm')
      await expect(page).toHaveURL(/\/signin$/)
    })

    await test.step('the provider takes the place of the page', async () => {
      const events = await watchCountedEvents(page.request, dacapo.origin)
      await page.goto('/signin')
      await button(page, 'Sign in with Google').click()
      await completeProviderPopup(page, { email: musician.email })
      await expect(page).toHaveURL(/\/practice$/)
      const id = await signedInUserId(page, dacapo.origin)
      await expect.poll(() => events.of(id)).toContain('sign_up Google')
    })
  })
})

test.describe('the place of the buttons', () => {
  // What is loaded after the first paint may still be on its way when the network goes.
  test.use({ expectedFaults: [/ERR_INTERNET_DISCONNECTED/] })

  test('[OF1][ID15] the buttons of the providers that are set up come into a place that is kept for them; without a network they say that signing in needs one, and open nothing', async ({
    page,
  }) => {
    const answer = Promise.withResolvers<void>()
    await page.route('**/api/v1/config', async route => {
      await answer.promise
      await route.fulfill({ json: mockServerSettings({ providers: ['facebook'] }) })
    })
    await page.goto('/signin')
    const terms = page.getByRole('link', { name: 'Terms of Service' })
    let before: Awaited<ReturnType<typeof terms.boundingBox>> = null
    await expect.poll(async () => (before = await terms.boundingBox())).not.toBeNull()
    answer.resolve()
    const facebook = button(page, 'Sign in with Facebook')
    await expect(facebook).toBeVisible()
    await expect(page.getByRole('button', { name: /^Sign in with/ })).toHaveCount(1)
    expect(await terms.boundingBox()).toEqual(before)

    const popups: unknown[] = []
    page.on('popup', popup => popups.push(popup))
    await page.context().setOffline(true)
    await expect(facebook).toHaveAccessibleDescription('Signing in needs a connection.')
    await expect(facebook).toHaveAttribute('aria-disabled', 'true')
    await facebook.click({ force: true })
    await page.context().setOffline(false)
    await expect(facebook).not.toHaveAttribute('aria-disabled')
    expect(popups).toEqual([])
  })
})
