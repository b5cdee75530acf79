import { button, genericErrorToast, successToast, textField } from '../controls.ts'
import { holdRequests } from '../hold-requests.ts'
import { signInCodeIn, expect, test } from '../musician.ts'
import { openPiecesListWithFourPieces, setGoalOfSwan } from '../pieces/my-pieces.ts'
import { requestLinkThroughScreen } from '../sign-in/ask-for-link.ts'
import { failLocalStorageWrites, SYNC_URL } from '../states/trouble.ts'

test('[AC1][AC3] the account shows the e-mail of who has no name, and the Free plan; logging out asks first, and ends at the sign-in screen @main', async ({
  page,
  musician,
}) => {
  await musician.signIn()
  await page.goto('/account')
  await expect(page.getByRole('heading', { name: musician.email })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Free plan' })).toBeVisible()
  await expect(page.getByText('0 of 4')).toBeVisible()

  await button(page, 'Log out').click()
  const question = page.getByRole('alertdialog', { name: 'Log out?' })
  await expect(question).toContainText('Everything is saved')
  await expect(question.getByRole('button', { name: 'Stay' })).toBeFocused()
  await question.getByRole('button', { name: 'Stay' }).click()
  await expect(question).toBeHidden()
  await expect(page.getByRole('heading', { name: musician.email })).toBeVisible()

  await button(page, 'Log out').click()
  await question.getByRole('button', { name: 'Log out' }).click()
  await expect(page).toHaveURL(/\/signin$/)
  await expect(page.getByRole('status').filter({ hasText: 'logged out' })).toBeVisible()
  await page.goto('/practice')
  await expect(page).toHaveURL(/\/signin$/)
})

test.describe('without the server', () => {
  test.use({ expectedFaults: [/Failed to load resource/] })

  test('[AC1][AC7][FB14] until the plan is known a loading sign stands in its place; Pro writes to us, manages the subscription, and is known without the server', async ({
    page,
    musician,
  }) => {
    await test.step('until the plan is known a loading sign stands in its place', async () => {
      // This device has nothing stored about the user yet.
      await requestLinkThroughScreen(page, musician.email)
      const release = await holdRequests(page, /\/api\/v1\/(session|sync)$/)
      await textField(page, 'code').fill(signInCodeIn(await musician.newestMail()))
      await page.getByRole('link', { name: 'Account' }).click()
      await expect(page.getByRole('status').filter({ hasText: 'Looking up your plan' })).toBeVisible()
      await expect(button(page, 'Upgrade')).toBeHidden()
      release()
      await expect(page.getByRole('heading', { name: 'Free plan' })).toBeVisible()
      await expect(button(page, 'Upgrade')).toBeVisible()
      await expect(button(page, 'Write to us')).toBeHidden()
    })

    await test.step('a Pro user whose sync fails writes to us and is thanked', async () => {
      await page.route(SYNC_URL, route => route.abort())
      await musician.become({ plan: 'pro' })
      const release = await holdRequests(page, '**/api/v1/billing/refresh')
      await page.reload()
      await expect(page.getByRole('heading', { name: 'Pro plan' })).toBeVisible()
      // Nothing moves when the answer says that there is no subscription.
      const before = await button(page, 'Manage subscription').boundingBox()
      const answer = page.waitForResponse('**/api/v1/billing/refresh')
      release()
      await (await answer).finished()
      expect(await button(page, 'Manage subscription').boundingBox()).toEqual(before)
      await expect(button(page, 'Upgrade')).toBeHidden()
      await button(page, 'Write to us').click()
      await page
        .getByRole('textbox', { name: 'What can we help you with?' })
        .fill('My pedal turns two pages.')
      const sent = page.waitForRequest('**/api/v1/feedback')
      await button(page, 'Send').click()
      expect((await sent).postDataJSON()).toMatchObject({ kind: 'support', screen: '/account' })
      await expect(successToast(page, 'Thank you. We will answer by email.')).toBeVisible()
    })

    await test.step('a portal that cannot be opened is a generic error; another time it leads there', async () => {
      // This user has never paid, so the payment provider has no customer and no portal for them.
      await button(page, 'Manage subscription').click()
      await expect(genericErrorToast(page)).toBeVisible()
      const portal = 'https://pay.example/portal'
      await page.route('**/api/v1/billing/portal-sessions', route =>
        route.fulfill({ status: 201, json: { url: portal } }),
      )
      await page.route(portal, route =>
        route.fulfill({ contentType: 'text/html', body: '<title>portal</title>' }),
      )
      await button(page, 'Manage subscription').click()
      await expect(page).toHaveURL(portal)
    })

    await test.step('without the server the last known plan is shown', async () => {
      await page.route('**/api/**', route => route.abort())
      await page.goto('/account')
      await expect(page.getByRole('heading', { name: 'Pro plan' })).toBeVisible()
      await page.unroute('**/api/**')
    })

    await test.step('a plan that is found to have ended is shown at once', async () => {
      await page.route('**/api/v1/billing/refresh', async route => {
        await musician.become({ plan: 'free' })
        await route.continue()
      })
      await page.reload()
      await expect(page.getByRole('heading', { name: 'Free plan' })).toBeVisible()
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
      await page.route(SYNC_URL, route => (isDown ? route.abort() : route.continue()))
      await setGoalOfSwan(page, '71')
      await page.getByRole('link', { name: 'Account' }).click()
      isDown = false
      await button(page, 'Log out').click()
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
      // If localStorage cannot be written, the sign-out cannot be repeated later.
      await failLocalStorageWrites(page)
      await question.getByRole('button', { name: 'Log out' }).click()
      await expect(question.getByRole('alert')).toHaveText('Oops. Something went wrong.')
      await page.unroute('**/api/v1/sign-out')
      await question.getByRole('button', { name: 'Log out' }).click()
      await expect(page).toHaveURL(/\/signin$/)
    })
  })
})
