import type { Page } from '@playwright/test'
import { requestLinkThroughScreen } from '../sign-in/ask-for-link.ts'
import { button, genericErrorToast, textField } from '../controls.ts'
import { signInCodeIn, expect, test, type Musician } from '../musician.ts'
import { openPiecesListWithFourPieces, setGoalOfSwan } from '../pieces/my-pieces.ts'
import { failLocalStorageWrites, SYNC_URL } from '../states/trouble.ts'

async function openAccount(page: Page, musician: Musician) {
  await musician.signIn()
  await page.goto('/account')
}

test('[AC1][AC3] the account shows the e-mail of who has no name, and the Free plan; logging out asks first, and ends at the sign-in screen @main', async ({
  page,
  musician,
}) => {
  await openAccount(page, musician)
  await expect(page.getByRole('heading', { name: musician.email })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Free plan' })).toBeVisible()
  await expect(page.getByText('0 of 4')).toBeVisible()

  await test.step('logging out asks first; Stay changes nothing', async () => {
    await page.getByRole('button', { name: 'Log out' }).click()
    const question = page.getByRole('alertdialog', { name: 'Log out?' })
    await expect(question).toContainText('Everything is saved')
    await expect(question.getByRole('button', { name: 'Stay' })).toBeFocused()
    await question.getByRole('button', { name: 'Stay' }).click()
    await expect(question).toBeHidden()
    await expect(page.getByRole('heading', { name: musician.email })).toBeVisible()
  })

  await test.step('logging out ends at the sign-in screen, with a toast in error style and role status', async () => {
    await page.getByRole('button', { name: 'Log out' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Log out' }).click()
    await expect(page).toHaveURL(/\/signin$/)
    await expect(page.getByRole('status').filter({ hasText: 'logged out' })).toBeVisible()
    await page.goto('/practice')
    await expect(page).toHaveURL(/\/signin$/)
  })
})

test.describe('the plan', () => {
  test.use({ expectedFaults: [/Failed to load resource/] })

  test('[AC1][AC7] Pro has no way to upgrade, Free has; managing says that it failed, then shows that it works and leads to the page of the answer', async ({
    page,
    musician,
  }) => {
    await openAccount(page, musician)
    await expect(page.getByRole('heading', { name: 'No limits with Pro' })).toBeVisible()
    await expect(button(page, 'Manage subscription')).toBeHidden()
    await musician.become({ plan: 'pro' })
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Pro plan' })).toBeVisible()
    await expect(button(page, 'Upgrade')).toBeHidden()
    await expect(button(page, 'Manage subscription')).toBeVisible()
    await test.step('a portal that cannot be opened is a generic error, and may be tried again', async () => {
      const refused = page.waitForResponse('**/api/v1/billing/portal-sessions')
      await button(page, 'Manage subscription').click()
      // Made Pro without having paid, so there is no customer whose portal it could be.
      expect((await refused).status()).toBe(404)
      await expect(genericErrorToast(page)).toBeVisible()
      await expect(button(page, 'Manage subscription')).toBeEnabled()
    })

    await test.step('managing leads to the page of the answer, and shows that it works meanwhile', async () => {
      const portal = 'https://pay.example/portal'
      const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
      await page.route('**/api/v1/billing/portal-sessions', async route => {
        await held
        await route.fulfill({ status: 201, json: { url: portal } })
      })
      await page.route(portal, route =>
        route.fulfill({ contentType: 'text/html', body: '<title>portal</title>' }),
      )
      await button(page, 'Manage subscription').click()
      await expect(button(page, 'Manage subscription')).toHaveAttribute('aria-busy', 'true')
      await expect(button(page, 'Manage subscription')).toBeDisabled()
      letGo()
      await expect(page).toHaveURL(portal)
    })
  })
})

test.describe('without the server', () => {
  test.use({ expectedFaults: [/Failed to load resource: net::ERR_/] })

  test('[AC1] until the plan is known a loading sign stands in its place; then the last known plan is shown, also one that was told outside a round', async ({
    page,
    musician,
  }) => {
    await test.step('until the plan is known a loading sign stands in its place', async () => {
      // Somebody of whom this device knows nothing.
      await requestLinkThroughScreen(page, musician.email)
      const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
      await page.route(/\/api\/v1\/(session|sync)$/, async route => {
        await held
        await route.continue()
      })
      await textField(page, 'code').fill(signInCodeIn(await musician.newestMail()))
      await button(page, 'Sign in').click()
      await page.getByRole('link', { name: 'Account' }).click()
      await expect(page.getByRole('status').filter({ hasText: 'Looking up your plan' })).toBeVisible()
      await expect(button(page, 'Upgrade')).toBeHidden()
      letGo()
      await expect(page.getByRole('heading', { name: 'Free plan' })).toBeVisible()
      await expect(button(page, 'Upgrade')).toBeVisible()
    })

    await test.step('without the server the last known plan is shown, also one that was told outside a round', async () => {
      await page.route('**/api/v1/sync', route => route.abort())
      await musician.become({ plan: 'pro' })
      await page.reload()
      await expect(page.getByRole('heading', { name: 'Pro plan' })).toBeVisible()
      await page.route('**/api/**', route => route.abort())
      await page.reload()
      await expect(page.getByRole('heading', { name: 'Pro plan' })).toBeVisible()
    })
  })

  test('[AC3] what can be sent is sent before the question, what could not be saved is named; a sign-out that fails is said inside the dialog, which stays', async ({
    page,
    musician,
  }) => {
    const question = page.getByRole('alertdialog', { name: 'Log out?' })

    await test.step('what can be sent is sent before the question, and is not counted', async () => {
      await openPiecesListWithFourPieces(page, musician)
      let isDown = true
      const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
      await page.route(SYNC_URL, async route => {
        if (isDown) return route.abort()
        await held
        return route.continue()
      })
      await setGoalOfSwan(page, '71')
      await page.getByRole('link', { name: 'Account' }).click()
      isDown = false
      await button(page, 'Log out').click()
      await expect(button(page, 'Log out')).toHaveAttribute('aria-busy', 'true')
      letGo()
      await expect(question).toContainText('Everything is saved')
      await question.getByRole('button', { name: 'Stay' }).click()
    })

    await test.step('what could not be saved is named, too: it is kept here only', async () => {
      await page.route(SYNC_URL, async route => {
        const body = route.request().postDataJSON() as { changes: { id: string }[] }
        const response = await route.fetch({ postData: { ...body, changes: [] } })
        const answer = (await response.json()) as object
        const results = body.changes.map(({ id }) => ({ id, status: 'rejected', code: 'server-error' }))
        await route.fulfill({ response, json: { ...answer, results } })
      })
      await page.getByRole('link', { name: 'Pieces' }).click()
      await setGoalOfSwan(page, '72')
      await page.getByRole('link', { name: 'Account' }).click()
      await button(page, 'Log out').click()
      await expect(question).toContainText(
        'One change that could not be saved is on this device only. It would be lost.',
      )
      await expect(question).not.toContainText('Everything is saved')
    })

    await test.step('a sign-out that fails is said inside the dialog, which stays', async () => {
      await page.route('**/api/v1/sign-out', route => route.abort())
      // Where nothing can be kept, nothing could tell the server later.
      await failLocalStorageWrites(page)
      await question.getByRole('button', { name: 'Log out' }).click()
      await expect(question.getByRole('alert')).toHaveText('Oops. Something went wrong.')
      await expect(page.getByRole('alert')).toHaveCount(1)
      await expect(question.getByRole('button', { name: 'Log out' })).toBeEnabled()
      await page.unroute('**/api/v1/sign-out')
      await question.getByRole('button', { name: 'Log out' }).click()
      await expect(page).toHaveURL(/\/signin$/)
    })
  })
})
