import { mockServerSettings } from '../mock-server-settings.ts'
import type { Page } from '@playwright/test'
import { requestLinkThroughScreen } from './ask-for-link.ts'
import { emailField } from '../controls.ts'
import { signInCodeIn, expect, signInLinkIn, test } from '../musician.ts'
import { failRequests, SIGN_IN_LINKS_URL } from '../states/trouble.ts'
import { devAddress } from '../running-server.ts'

const codeField = (page: Page) => page.getByRole('textbox', { name: 'code' })

async function signInByCode(page: Page, code: string) {
  await codeField(page).fill(code)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

test('[SG1][SG3][SI8] the address is judged when the field is left and when it is sent; after that it is shown, survives a reload, and can be changed, which forgets it', async ({
  page,
  musician,
}) => {
  const send = page.getByRole('button', { name: 'Send me a sign-in link' })

  await test.step('the address is judged when the field is left, and again when it is sent', async () => {
    await page.goto('/signup')
    await emailField(page).fill('cla')
    await expect(page.getByText('enter your full email address (at least 5 characters)')).toBeHidden()
    await emailField(page).blur()
    await expect(page.getByText('enter your full email address (at least 5 characters)')).toBeVisible()
    await expect(emailField(page)).toHaveAccessibleDescription(
      'enter your full email address (at least 5 characters)',
    )

    await emailField(page).fill('')
    await expect(emailField(page)).toHaveAccessibleDescription('field required')
    await emailField(page).fill('clara@example')
    await send.click()
    await expect(emailField(page)).toHaveAccessibleDescription(/does not look like/)
    await expect(emailField(page)).toBeFocused()
  })

  await test.step('after sending, the address is shown, survives a reload, and can be changed, which forgets it', async () => {
    await emailField(page).fill(musician.email)
    await send.click()
    await expect(page.getByRole('heading', { name: 'check your email' })).toBeVisible()
    await expect(page.getByText(musician.email)).toBeVisible()
    await page.reload()
    await expect(page.getByText(musician.email)).toBeVisible()
    await expect(codeField(page)).toBeVisible()
    expect(await storedTexts(page)).toContain(musician.email)
    await page.getByRole('button', { name: 'Use another address' }).click()
    await expect(emailField(page)).toBeFocused()
    await expect(emailField(page)).toHaveValue(musician.email)
    expect(await storedTexts(page)).not.toContain(musician.email)
  })
})

test('[SG4][SG3] after 30 s the mail can be sent again; the seconds are seen, and said only when somebody asks', async ({
  page,
  musician,
}) => {
  await page.clock.install()
  await requestLinkThroughScreen(page, musician.email)
  const first = signInCodeIn(await musician.newestMail())
  const again = page.getByRole('button', { name: 'Send again', exact: true })
  await expect(again).toHaveAttribute('aria-disabled', 'true')
  await expect(again).toContainText(/in (30|2\d) s/)
  const said = page.getByRole('status').filter({ hasText: 'sent again' })
  await expect(said).toBeHidden()
  await again.press('Enter')
  await expect(said).toContainText(/in \d+ seconds/)
  expect(signInCodeIn(await musician.newestMail())).toBe(first)

  await page.clock.runFor(30_000)
  await expect(said).toBeHidden()
  await expect(again).toHaveText('Send again')
  await again.click()
  await expect(page.getByText('Sent again. Only the newest code works.')).toBeVisible()
  await expect(again).toHaveAttribute('aria-disabled', 'true')
  await expect(again).toBeFocused()
  // Pasted with a space in it, as a mail may show it.
  const newest = signInCodeIn(await musician.newestMail())
  await signInByCode(page, `${newest.slice(0, 3)} ${newest.slice(3)}`)
  await expect(page).toHaveURL(/\/practice$/)
})

test.describe('with answers that are failures', () => {
  test.use({ expectedFaults: [/Failed to load resource/] })

  test('[SG3] an app that was closed for the mail opens at the code again, also where its link was used elsewhere, until the code has expired', async ({
    page,
    musician,
    dacapo,
    request,
    watchedPage,
  }) => {
    await requestLinkThroughScreen(page, musician.email)
    await page.close()
    const opened = await page.context().newPage()
    watchedPage(opened)
    await opened.clock.install()
    await opened.goto('/practice')
    await expect(opened.getByText(musician.email)).toBeVisible()

    const mail = await musician.newestMail()
    const token = new URL(signInLinkIn(mail)).searchParams.get('token')
    const elsewhere = await request.post(`${dacapo.origin}/api/v1/sign-in-links/confirm`, {
      headers: { origin: dacapo.origin },
      data: { email: musician.email, token },
    })
    expect(elsewhere.ok()).toBe(true)
    await signInByCode(opened, signInCodeIn(mail))
    await expect(codeField(opened)).toHaveAccessibleDescription(
      'You have signed in with this mail on another device. Ask for a new one.',
    )

    await opened.clock.fastForward('10:00')
    await opened.goto('/')
    await expect(emailField(opened)).toBeVisible()
  })

  test('[SG4][ID12] a mail that could not be sent shows the generic toast and its reason; a wrong code is said with the tries that are left, and after five only the link still works', async ({
    page,
    musician,
  }) => {
    await test.step('a mail that could not be sent shows the generic toast and its reason, and can be sent again', async () => {
      await failRequests(page, SIGN_IN_LINKS_URL, 'mail-failed')
      await page.goto('/signin')
      await emailField(page).fill(musician.email)
      await page.getByRole('button', { name: 'Send me a sign-in link' }).click()
      await expect(page.getByRole('alert')).toContainText('Oops. Something went wrong.')
      await expect(emailField(page)).toHaveAccessibleDescription(/could not be sent/)

      await page.unroute(SIGN_IN_LINKS_URL)
      await page.context().setOffline(true)
      await page.getByRole('button', { name: 'Send me a sign-in link' }).click()
      await expect(emailField(page)).toHaveAccessibleDescription(/offline/)
      await page.context().setOffline(false)
      await emailField(page).press('Enter')
      await expect(page.getByRole('heading', { name: 'check your email' })).toBeVisible()
    })

    await test.step('a wrong code is said with the tries that are left; after five only the link still works', async () => {
      const right = signInCodeIn(await musician.newestMail())
      const wrong = right.startsWith('1') ? '222222' : '111111'
      for (const left of ['4 tries left', '3 tries left', '2 tries left', 'One try left']) {
        await signInByCode(page, wrong)
        await expect(codeField(page)).toHaveAccessibleDescription(new RegExp(left))
      }
      await signInByCode(page, wrong)
      const over = page.getByRole('alert').filter({ hasText: 'five times' })
      await expect(over).toBeFocused()
      await expect(codeField(page)).toBeHidden()

      await page.goto(signInLinkIn(await musician.newestMail()))
      await expect(page).toHaveURL(/\/practice$/)
    })
  })
})

test('[SG8][MA6] a guest without a link begins at the start, which leads to the mailbox of the embedded default where this browser has its key', async ({
  page,
  musician,
  dacapo,
}) => {
  await test.step('/confirm without a token leads to the beginning', async () => {
    await page.goto('/confirm')
    await expect(emailField(page)).toBeVisible()
    expect(new URL(page.url()).pathname).toBe('/')
  })

  await test.step('the embedded default links to its mailbox in both states', async () => {
    await page.goto(devAddress(dacapo.origin, '/dev'))
    await expect(page).toHaveURL(`${dacapo.origin}/`)
    await expect(page.getByRole('link', { name: 'Open the local mailbox' })).toHaveAttribute(
      'href',
      '/dev/mailbox',
    )
    await requestLinkThroughScreen(page, musician.email)
    await expect(page.getByRole('link', { name: 'Open the local mailbox' })).toBeVisible()
  })

  // A browser that knows nothing, neither the key of the mailbox nor an address.
  await page.context().clearCookies()
  await page.evaluate(() => {
    localStorage.clear()
    sessionStorage.clear()
  })
  await test.step('a browser without the key of the mailbox is told to look at the terminal', async () => {
    await page.goto('/')
    await expect(page.getByRole('paragraph').filter({ hasText: 'Look at the terminal' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Open the local mailbox' })).toHaveCount(0)
  })

  await test.step('a server that sends its mails links to no mailbox', async () => {
    const asked = page.waitForResponse('**/api/v1/config')
    await page.route('**/api/v1/config', route => route.fulfill({ json: mockServerSettings({}) }))
    await page.goto('/')
    await asked
    await expect(emailField(page)).toBeVisible()
    await expect(page.getByRole('link', { name: 'Open the local mailbox' })).toHaveCount(0)
  })
})

test('[SG8][SI8] the link signs in with the remembered address, and leaves neither address nor token behind @main', async ({
  page,
  musician,
}) => {
  await requestLinkThroughScreen(page, musician.email)
  expect(await storedTexts(page)).toContain(musician.email)

  const confirmed = Promise.withResolvers<void>()
  await page.route('**/api/v1/sign-in-links/confirm', async route => {
    await confirmed.promise
    await route.continue()
  })
  await page.goto(signInLinkIn(await musician.newestMail()))
  await expect(page.getByText('Signing you in')).toBeVisible()
  await expect(page).toHaveURL(/\/confirm$/)
  confirmed.resolve()
  await expect(page).toHaveURL(/\/practice$/)
  // The id and the profile of the user lie in the user's own database, not here.
  await expect.poll(() => storedTexts(page)).not.toContain(musician.email)
})

const storedTexts = (page: Page) =>
  page.evaluate(() => JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)]))
