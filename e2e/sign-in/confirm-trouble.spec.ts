import { requestLinkThroughScreen } from './ask-for-link.ts'
import { button, emailField, textField } from '../controls.ts'
import { expect, requestSignInMailAt, signInLinkIn, test } from '../musician.ts'
import { mockProblemResponse } from '../problem-answer.ts'

const CONFIRM = '**/api/v1/sign-in-links/confirm'

test('[SG19] a link that has lost its token says so and keeps the address; one that a mail program has damaged signs in', async ({
  page,
  musician,
}) => {
  await requestLinkThroughScreen(page, musician.email)
  const { origin, search } = new URL(signInLinkIn(await musician.newestMail()))
  const token = new URLSearchParams(search).get('token') ?? ''

  await page.goto(`/confirm?token=${token.slice(0, 20)}=`)
  await expect(page.getByRole('alert')).toHaveText(
    'This link arrived damaged. Type the six digits of the same mail.',
  )
  await expect(page.getByText(musician.email)).toBeVisible()
  await expect(textField(page, 'code')).toBeVisible()

  const broken = `${token.slice(0, 20)}=%0D%0A${token.slice(20)}`
  await page.goto(`${origin}//Confirm?utm_source=mail&amp;token=3D${broken}.&utm_medium=mail`)
  await expect(page).toHaveURL(`${origin}/practice`)
})

test.describe('with answers that are failures', () => {
  test.use({ expectedFaults: [/Failed to load resource/] })

  test('[SG19] each trouble on the way is named, and the same link signs in at another attempt', async ({
    page,
    musician,
  }) => {
    await requestLinkThroughScreen(page, musician.email)
    await page.route(CONFIRM, route => route.abort())
    await page.goto(signInLinkIn(await musician.newestMail()))
    const alert = page.getByRole('alert')
    await expect(alert).toContainText('cannot be reached')
    await expect(page.getByText(musician.email)).toBeVisible()
    await expect(button(page, 'Try again')).toBeFocused()

    await page.unroute(CONFIRM)
    await page.route(CONFIRM, route => {
      const headers = { 'retry-after': '120' }
      return route.fulfill({ ...mockProblemResponse('too-many-requests'), headers })
    })
    await button(page, 'Try again').click()
    await expect(alert).toContainText('Try again in 2 minutes')

    await page.unroute(CONFIRM)
    await page.route(CONFIRM, route => route.fulfill({ status: 502, body: '<h1>Bad gateway</h1>' }))
    await button(page, 'Try again').click()
    await expect(alert).toContainText('in trouble')

    // Gone and come back, the page still has token and address, and tries them by itself.
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
    // The mail was asked for in another browser.
    await requestSignInMailAt(request, dacapo.origin, musician.email)
    const link = signInLinkIn(await musician.newestMail())

    await page.goto(link)
    await expect(page.getByRole('heading', { name: 'please provide your email' })).toBeVisible()
    await emailField(page).fill('robert@example.org')
    await button(page, 'Confirm').click()
    await expect(page.getByRole('alert')).toContainText('link does not work')
    await expect(page).toHaveURL(/\/signin$/)

    await page.goto(link)
    await emailField(page).fill(musician.email)
    await page.context().setOffline(true)
    await emailField(page).press('Enter')
    await expect(page.getByRole('alert')).toContainText('You are offline')
    await page.context().setOffline(false)
    await page.reload()
    await expect(page).toHaveURL(/\/practice$/)
  })
})
