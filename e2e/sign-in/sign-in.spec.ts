import type { Page } from '@playwright/test'
import { requestLinkThroughScreen } from './ask-for-link.ts'
import { button, emailField, textField } from '../controls.ts'
import { signedInUserId, signInCodeIn, expect, signInLinkIn, test } from '../musician.ts'
import { failRequests, SIGN_IN_LINKS_URL } from '../states/trouble.ts'
import { devAddress } from '../running-server.ts'

const CONFIRM = '**/api/v1/sign-in-links/confirm'
const codeField = (page: Page) => textField(page, 'code')
const sendButton = (page: Page) => button(page, 'Send me a sign-in link')

/** The sixth digit submits the code, without a button. */
async function enterCode(page: Page, code: string) {
  await codeField(page).fill('')
  await codeField(page).fill(code)
}

test('[SG1][SG3][SG4][SI8] the address is judged, shown after a reload and in a closed app, and forgotten for another; after 30 s the mail can be sent again, and its code signs in', async ({
  page,
  musician,
  watchedPage,
}) => {
  await test.step('the address is judged when the field is left, and again when it is sent', async () => {
    await page.goto('/signup')
    await emailField(page).fill('cla')
    await expect(page.getByText('enter your full email address (at least 5 characters)')).toBeHidden()
    await emailField(page).blur()
    await expect(emailField(page)).toHaveAccessibleDescription(
      'enter your full email address (at least 5 characters)',
    )
    await emailField(page).fill('clara@example')
    await sendButton(page).click()
    await expect(emailField(page)).toHaveAccessibleDescription(/does not look like/)
    await expect(emailField(page)).toBeFocused()
  })

  await test.step('after sending it is shown, survives a reload, and can be changed, which forgets it', async () => {
    await emailField(page).fill(musician.email)
    await sendButton(page).click()
    await expect(page.getByRole('heading', { name: 'check your email' })).toBeVisible()
    await expect(codeField(page)).toBeFocused()
    await page.reload()
    await expect(page.getByText(musician.email)).toBeVisible()
    await expect(codeField(page)).toBeFocused()
    await expect(codeField(page)).toHaveAccessibleDescription('The sixth digit signs you in.')
    expect(await storedTexts(page)).toContain(musician.email)
    await button(page, 'Use another address').click()
    await expect(emailField(page)).toBeFocused()
    await expect(emailField(page)).toHaveValue(musician.email)
    expect(await storedTexts(page)).not.toContain(musician.email)
  })

  await requestLinkThroughScreen(page, musician.email)
  const first = signInCodeIn(await musician.newestMail())
  await page.close()
  const opened = await page.context().newPage()
  watchedPage(opened)
  await opened.clock.install()
  await opened.goto('/practice')
  await expect(opened.getByText(musician.email)).toBeVisible()

  await test.step('the seconds until it can be sent again are seen, and said only when somebody asks', async () => {
    const again = button(opened, 'Send again')
    await expect(again).toHaveAttribute('aria-disabled', 'true')
    await expect(again).toContainText(/in (30|2\d) s/)
    const countdown = opened.getByRole('status').filter({ hasText: 'sent again' })
    await expect(countdown).toBeHidden()
    await again.press('Enter')
    await expect(countdown).toContainText(/in \d+ seconds/)
    expect(signInCodeIn(await musician.newestMail())).toBe(first)
    await opened.clock.runFor(30_000)
    await again.click()
    await expect(opened.getByText('Sent again. Only the newest code works.')).toBeVisible()
    await expect(again).toBeFocused()
  })

  // Pasted with a space, as some mails show it.
  const newest = signInCodeIn(await musician.newestMail())
  await enterCode(opened, `${newest.slice(0, 3)} ${newest.slice(3)}`)
  await expect(opened).toHaveURL(/\/practice$/)
})

test.describe('with answers that are failures', () => {
  test.use({ expectedFaults: [/Failed to load resource/] })

  test('[SG4][ID12] a mail that could not be sent shows the generic toast and its reason; a server that is away is told once; a wrong code is said with the tries that are left, and after five only the link still works', async ({
    page,
    musician,
  }) => {
    await test.step('a mail that could not be sent shows the generic toast and its reason, and can be sent again', async () => {
      await failRequests(page, SIGN_IN_LINKS_URL, 'mail-failed')
      await page.goto('/signin')
      await emailField(page).fill(musician.email)
      await sendButton(page).click()
      await expect(page.getByRole('alert')).toContainText('Oops. Something went wrong.')
      await expect(emailField(page)).toHaveAccessibleDescription(/could not be sent/)

      await page.unroute(SIGN_IN_LINKS_URL)
      await page.context().setOffline(true)
      await sendButton(page).click()
      await expect(emailField(page)).toHaveAccessibleDescription(/offline/)
      // The address itself is valid.
      await expect(emailField(page)).not.toHaveAttribute('aria-invalid', 'true')
      await page.context().setOffline(false)

      await page.route(SIGN_IN_LINKS_URL, route => route.abort())
      await sendButton(page).click()
      await expect(page.getByRole('alert').filter({ hasText: 'The server cannot be reached' })).toBeVisible()
      await expect(emailField(page)).toHaveAccessibleDescription('')
      await page.unroute(SIGN_IN_LINKS_URL)
      await emailField(page).press('Enter')
      await expect(page.getByRole('heading', { name: 'check your email' })).toBeVisible()
    })

    await test.step('a wrong code is said with the tries that are left; after five only the link still works', async () => {
      const right = signInCodeIn(await musician.newestMail())
      const wrong = right.startsWith('1') ? '222222' : '111111'
      const answered = Promise.withResolvers<void>()
      await page.route(CONFIRM, async route => answered.promise.then(() => route.continue()), { times: 1 })
      await enterCode(page, wrong)
      // Otherwise an edit made meanwhile would get the error of the code that was sent.
      await expect(codeField(page)).not.toBeEditable()
      answered.resolve()
      await expect(codeField(page)).toHaveAccessibleDescription(/4 tries left/)
      for (const left of ['3 tries left', '2 tries left', 'One try left']) {
        await enterCode(page, wrong)
        await expect(codeField(page)).toHaveAccessibleDescription(new RegExp(left))
        await expect(codeField(page)).toBeFocused()
      }
      await enterCode(page, wrong)
      const over = page.getByRole('alert').filter({ hasText: 'five times' })
      await expect(over).toBeFocused()
      await expect(codeField(page)).toBeHidden()

      await page.goto(signInLinkIn(await musician.newestMail()))
      await expect(page).toHaveURL(/\/practice$/)
    })
  })
})

test('[SG8][SI8][MA6] a guest without a link begins at the start, which tells where the mails are; the link signs in with the remembered address, and leaves neither address nor token behind @main', async ({
  page,
  musician,
  dacapo,
}) => {
  await page.goto('/confirm')
  await expect(page.getByRole('paragraph').filter({ hasText: 'Look at the terminal' })).toBeVisible()
  expect(new URL(page.url()).pathname).toBe('/')
  await page.goto(devAddress(dacapo.origin, '/dev'))
  await expect(page).toHaveURL(`${dacapo.origin}/`)
  const mailbox = page.getByRole('link', { name: 'Open the local mailbox' })
  await expect(mailbox).toHaveAttribute('href', '/dev/mailbox')
  await requestLinkThroughScreen(page, musician.email)
  await expect(mailbox).toBeVisible()
  expect(await storedTexts(page)).toContain(musician.email)

  const confirmed = Promise.withResolvers<void>()
  let sent = 0
  await page.route(CONFIRM, async route => {
    sent += 1
    await confirmed.promise
    await route.continue()
  })
  await page.goto(signInLinkIn(await musician.newestMail()))
  await expect(page.getByText('Signing you in')).toBeVisible()
  await expect(page).toHaveURL(/\/confirm$/)
  confirmed.resolve()
  await expect(page).toHaveURL(/\/practice$/)
  expect(sent).toBe(1)
  // The user's profile is stored in the user's own database, not here.
  await expect.poll(() => storedTexts(page)).not.toContain(musician.email)
  const stored = await page.evaluate(() => Object.entries(localStorage))
  for (const [key] of stored)
    expect(key).toMatch(/^(dacapo\.user|dacapo\.sent-link|dacapo\.usage|i18nextLng|theme)$/)
  expect(new Map(stored).get('dacapo.user')).toBe(await signedInUserId(page, dacapo.origin))
})

const storedTexts = (page: Page) =>
  page.evaluate(() => JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)]))
