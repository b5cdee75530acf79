import { requestLinkThroughScreen } from './ask-for-link.ts'
import { button, emailField, textField } from '../controls.ts'
import { expect, requestSignInMailAt, signInLinkIn, test } from '../musician.ts'
import { mockProblemResponse } from '../mock-problem-response.ts'

const CONFIRM = '**/api/v1/sign-in-links/confirm'

test.use({ expectedFaults: [/Failed to load resource/] })

test('[SG19] a link that has lost its token keeps the address; each trouble of a whole one is named, and it signs in at another attempt', async ({
  page,
  musician,
}) => {
  await requestLinkThroughScreen(page, musician.email)
  const link = signInLinkIn(await musician.newestMail())
  await page.goto(link.slice(0, -20))
  const alert = page.getByRole('alert')
  await expect(alert).toHaveText('This link arrived damaged. Type the six digits of the same mail.')
  await expect(page.getByText(musician.email)).toBeVisible()
  await expect(textField(page, 'code')).toBeVisible()

  await page.route(CONFIRM, route => route.abort())
  await page.goto(link)
  await expect(alert).toContainText('cannot be reached')
  await expect(page.getByText(musician.email)).toBeVisible()
  await expect(button(page, 'Try again')).toBeFocused()

  const headers = { 'retry-after': '120' }
  await page.route(CONFIRM, route => route.fulfill({ ...mockProblemResponse('too-many-requests'), headers }))
  await button(page, 'Try again').click()
  await expect(alert).toContainText('Try again in 2 minutes')

  // After leaving and coming back, the page still has token and address, and tries them by itself.
  await page.route(CONFIRM, route => route.fulfill({ status: 502, body: '<h1>Bad gateway</h1>' }))
  await page.goto('/terms')
  await page.goBack()
  await expect(alert).toContainText('in trouble')
  expect(page.url()).not.toContain('token')
  await page.unroute(CONFIRM)
  await button(page, 'Try again').click()
  await expect(page).toHaveURL(/\/practice$/)
})

test('[SG9][SG19] a browser that does not know the address asks for it; a wrong one burns nothing, and the right one survives a reload without a network', async ({
  page,
  request,
  musician,
  dacapo,
}) => {
  // The mail was requested in another browser.
  await requestSignInMailAt(request, dacapo.origin, musician.email)
  const link = signInLinkIn(await musician.newestMail())

  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'please provide your email' })).toBeVisible()
  await emailField(page).fill('robert@example.org')
  await button(page, 'Confirm').click()
  await expect(page.getByRole('alert')).toContainText('link does not work')
  await expect(page).toHaveURL(/\/signin$/)
  await expect(page.getByText('This link was used, is too old')).toBeVisible()
  await expect(emailField(page)).toHaveValue('robert@example.org')
  await emailField(page).press('Enter')
  await expect(textField(page, 'code')).toBeVisible()
  await page.reload()
  await expect(textField(page, 'code')).toBeVisible()
  await expect(page.getByText('This link was used, is too old')).toBeHidden()
  await button(page, 'Use another address').click()

  await page.goto(link)
  await emailField(page).fill(musician.email)
  await page.context().setOffline(true)
  await emailField(page).press('Enter')
  await expect(page.getByRole('alert')).toContainText('You are offline')
  await page.context().setOffline(false)
  await page.reload()
  await expect(page).toHaveURL(/\/practice$/)
})
