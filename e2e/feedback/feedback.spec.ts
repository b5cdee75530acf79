import type { Page } from '@playwright/test'
import { button, successToast } from '../controls.ts'
import { expect, test } from '../musician.ts'
import { mockProblemResponse } from '../problem-answer.ts'

const PATH = '**/api/v1/feedback'

test.beforeEach(async ({ page, musician }) => {
  await musician.signIn()
  await page.goto('/account')
})

test('[FB1] feedback is sent as the user who wrote it, with a word of thanks, and the focus goes back to where it was @main', async ({
  page,
  musician,
}) => {
  await open(page)
  await expect(words(page)).toBeFocused()
  await words(page).fill('  More cello, please.  ')
  const sent = page.waitForRequest(PATH)
  await button(page, 'Send').click()
  const request = await sent
  expect(request.postDataJSON()).toEqual({
    id: expect.stringMatching(/^[\da-f-]{36}$/),
    text: 'More cello, please.',
    language: 'en',
    screen: '/account',
    writtenAt: expect.any(Number),
  })
  const { user } = await (await page.request.get('/api/v1/session')).json()
  expect(request.headers()['x-dacapo-user']).toBe(user.id)
  expect((await request.response())?.status()).toBe(204)
  await expect(successToast(page, 'Thank you. We read every word.')).toBeVisible()
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(button(page, 'Feedback')).toBeFocused()
  await open(page)
  await expect(words(page)).toHaveValue('')
  await expect(words(page)).toHaveAccessibleDescription(/your email address, so that we can answer/)
  expect(musician.email).toContain('@')
})

test('[FB1][UI40] what was typed is still there after closing the dialog and a reload; nothing but blanks is nothing, and 5,000 characters are not cut, and not sent until shortened', async ({
  page,
}) => {
  await test.step('what was typed is still there when the dialog was closed, and after a reload', async () => {
    await open(page)
    await words(page).fill('Half a thought')
    await page.keyboard.press('Escape')
    await expect(button(page, 'Feedback')).toBeFocused()
    await open(page)
    await expect(words(page)).toHaveValue('Half a thought')
    await words(page).pressSequentially(', and more')
    await page.reload()
    await open(page)
    await expect(words(page)).toHaveValue('Half a thought, and more')
  })

  await test.step('nothing but blanks is nothing; a text of 5,000 characters is not cut, and not sent; shortened, it is', async () => {
    await words(page).fill(' \n ')
    await button(page, 'Send').click()
    await expect(words(page)).toHaveAccessibleDescription(/field required/)
    await words(page).fill('🎻'.repeat(5000))
    await expect(words(page)).toHaveAccessibleDescription(/Nothing was cut off.*1,000 characters too many/)
    await expect(words(page)).toHaveValue('🎻'.repeat(5000))
    let requests = 0
    page.on('request', request => {
      if (request.url().endsWith('/api/v1/feedback')) requests += 1
    })
    await button(page, 'Send').click()
    await expect(words(page)).toBeFocused()
    await words(page).fill('🎻'.repeat(4000))
    await expect(page.getByText('0 characters left')).toBeVisible()
    await expect(words(page)).toHaveAttribute('aria-invalid', 'false')
    await button(page, 'Send').click()
    await expect(successToast(page, 'Thank you.')).toBeVisible()
    expect(requests).toBe(1)
  })
})

test.describe('when the server cannot be asked', () => {
  test.use({ expectedFaults: [/Failed to load resource|ERR_INTERNET_DISCONNECTED/] })

  test('[FB1] without a connection, and where the server does not take them, the words stay in the dialog, which says so, through a reload, and can be sent later', async ({
    page,
  }) => {
    await page.route(PATH, route => route.abort())
    await write(page, 'No signal down here.')
    await expect(fault(page)).toContainText('Sending needs a connection')
    await expect(words(page)).toHaveValue('No signal down here.')
    await page.unroute(PATH)
    await page.reload()
    await open(page)
    await page.route(PATH, route => route.fulfill(tooLong))
    await button(page, 'Send').click()
    await expect(fault(page)).toContainText('it is too long')
    await expect(words(page)).toHaveValue('No signal down here.')
    await page.unroute(PATH)
    await button(page, 'Send').click()
    await expect(successToast(page, 'Thank you.')).toBeVisible()
    await open(page)
    await expect(words(page)).toHaveValue('')
  })

  test('[FB9] after an answer that was lost the same words go out under the same id, and other words under another', async ({
    page,
  }) => {
    const ids: string[] = []
    await page.route(PATH, async route => {
      ids.push((route.request().postDataJSON() as { id: string }).id)
      // The server hears it, and nobody hears the server.
      if (ids.length === 3) return route.continue()
      await route.fetch()
      return route.abort()
    })
    await write(page, 'Did you hear me?')
    await expect(fault(page)).toBeVisible()
    await page.reload()
    await open(page)
    await button(page, 'Send').click()
    await expect(fault(page)).toBeVisible()
    expect(ids[1]).toBe(ids[0])
    await words(page).fill('Did you hear me? Hello?')
    await button(page, 'Send').click()
    await expect(successToast(page, 'Thank you.')).toBeVisible()
    expect(ids[2]).not.toBe(ids[0])
  })
})

const tooLong = mockProblemResponse('validation', { errors: [{ field: 'text', code: 'too-big' }] })

const fault = (page: Page) => page.getByRole('dialog').getByRole('alert')

const words = (page: Page) => page.getByRole('textbox', { name: /What works/ })

async function open(page: Page) {
  await button(page, 'Feedback').click()
  await words(page).waitFor()
}

async function write(page: Page, text: string) {
  await open(page)
  await words(page).fill(text)
  await button(page, 'Send').click()
}
