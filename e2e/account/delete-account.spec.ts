import type { Page } from '@playwright/test'
import type { ProblemCode } from '#core/protocol/problem.ts'
import { button, listEntry, successToast, textField } from '../controls.ts'
import { signInCodeIn, expect, test } from '../musician.ts'
import { returnOnline } from '../states/trouble.ts'
import { openPiecesListWithFourPieces } from '../pieces/my-pieces.ts'
import { mockProblemResponse } from '../mock-problem-response.ts'
import { listDatabases } from '../sync/stored-rows.ts'

const ACCOUNT = '**/api/v1/account?*'

// Requests that cross the deletion fail, and the live stream ends with it.
test.use({ expectedFaults: [/Failed to load resource/] })

test('[DA1][DA7][DA9] the question names what goes, the word must be typed, then nothing is left in any tab, a mail says so, and who comes back begins anew @main', async ({
  page,
  musician,
  context,
}) => {
  await openPiecesListWithFourPieces(page, musician)
  await musician.become({ plan: 'pro' })
  await page.getByRole('link', { name: 'Account' }).click()
  await returnOnline(page)
  await expect(page.getByRole('heading', { name: 'Pro plan' })).toBeVisible()

  await test.step('the question names what goes, offers a copy, and Keep it changes nothing', async () => {
    await button(page, 'Delete account').click()
    const question = page.getByRole('alertdialog', { name: 'Delete your account?' })
    await expect(question).toContainText('all your pieces and your practice history')
    await expect(question).toContainText('it is canceled at once')
    const download = page.waitForEvent('download')
    await question.getByRole('link', { name: 'Save a copy of everything first' }).click()
    expect((await download).suggestedFilename()).toMatch(/\.json$/)
    await button(page, 'Keep it').click()
    await expect(question).toBeHidden()
    await expect(button(page, 'Delete account')).toBeFocused()
  })
  await musician.become({ plan: 'free' })
  const tab = await context.newPage()
  await tab.goto('/pieces')
  await expect(listEntry(tab, 'The Swan')).toBeVisible()

  await test.step('nothing goes before the word is typed; small letters will do', async () => {
    const sent: string[] = []
    page.on('request', request => {
      if (request.method() === 'DELETE') sent.push(request.url())
    })
    await button(page, 'Delete account').click()
    await confirmDeletion(page)
    await expect(confirmationField(page)).toBeFocused()
    await confirmationField(page).fill('remove')
    await confirmDeletion(page)
    await expect(confirmationField(page)).toHaveAccessibleDescription('type DELETE to delete your account')
    expect(sent).toEqual([])
    await confirmationField(page).fill(' delete ')
    await confirmDeletion(page)
    await expect(page).toHaveURL(/\/signin$/)
    expect(sent).toHaveLength(1)
  })

  await test.step('then nothing is left here, in no tab, and a mail says so', async () => {
    await expect(successToast(page, 'Your account is deleted.')).toBeVisible()
    await expect(tab).toHaveURL(/\/signin$/)
    await expect.poll(() => listDatabases(page)).toEqual([])
    await expect
      .poll(async () => (await musician.newestMail()).subject)
      .toBe('Your Dacapo account is deleted')
    expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain(musician.email)
    expect(await (await page.request.get('/api/v1/session')).json()).toMatchObject({ user: null })
  })

  await musician.signIn()
  await page.goto('/pieces')
  await expect(page.getByText('no pieces to practice')).toBeVisible()
})

test('[DA7] what keeps the deletion from happening is told, nothing is deleted, and an older sign-in is renewed by a code in the same dialog', async ({
  page,
  musician,
}) => {
  await musician.signIn()
  await page.goto('/account')
  const alert = page.getByRole('alertdialog').getByRole('alert')

  await refuseOnce(page, 'payment-provider-failed')
  await button(page, 'Delete account').click()
  await confirmationField(page).fill('DELETE')
  await confirmDeletion(page)
  await expect(alert).toContainText('nothing was deleted')
  expect(await listDatabases(page)).toHaveLength(1)
  await page.route(ACCOUNT, route => route.abort(), { times: 1 })
  await confirmDeletion(page)
  await expect(alert).toHaveText('Deleting your account needs a connection.')

  await refuseOnce(page, 'fresh-session-required')
  await confirmDeletion(page)
  await expect(page.getByRole('alertdialog', { name: 'Is it you?' })).toContainText(musician.email)
  await button(page, 'Send me a code').click()
  await expect(textField(page, 'code')).toBeVisible()
  const right = signInCodeIn(await musician.newestMail())
  await confirmDeletion(page)
  await expect(textField(page, 'code')).toHaveAccessibleDescription('the code has six digits')
  await textField(page, 'code').fill(right === '111111' ? '222222' : '111111')
  await confirmDeletion(page)
  await expect(alert).toHaveText('That is not the code, or it no longer works.')
  await textField(page, 'code').fill(`${right.slice(0, 3)} ${right.slice(3)}`)
  await confirmDeletion(page)
  await expect(page).toHaveURL(/\/signin$/)
  await expect(successToast(page, 'Your account is deleted.')).toBeVisible()
})

const confirmationField = (page: Page) => textField(page, 'To go on, type DELETE')

const confirmDeletion = (page: Page) =>
  page.getByRole('alertdialog').getByRole('button', { name: 'Delete account', exact: true }).click()

const refuseOnce = (page: Page, code: ProblemCode) =>
  page.route(ACCOUNT, route => route.fulfill(mockProblemResponse(code)), { times: 1 })
