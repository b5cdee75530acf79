import type { Page } from '@playwright/test'
import { button, successToast } from '../controls.ts'
import { expect, test } from '../musician.ts'
import { mockProblemResponse } from '../mock-problem-response.ts'

const PATH = '**/api/v1/feedback'

test.beforeEach(async ({ page, musician }) => {
  await musician.signIn()
  await page.goto('/account')
})

test('[FB1][UI40] what was typed is kept through closing the dialog and a reload, judged, and sent as the user who wrote it, with a word of thanks @main', async ({
  page,
}) => {
  await test.step('what was typed is still there when the dialog was closed, and after a reload', async () => {
    await openDialog(page)
    await expect(field(page)).toBeFocused()
    await expect(field(page)).toHaveAccessibleDescription(/your email address, so that we can answer/)
    await field(page).fill('Half a thought')
    await page.keyboard.press('Escape')
    await expect(button(page, 'Feedback')).toBeFocused()
    await openDialog(page)
    await expect(field(page)).toHaveValue('Half a thought')
    await field(page).pressSequentially(', and more')
    await page.reload()
    await openDialog(page)
    await expect(field(page)).toHaveValue('Half a thought, and more')
  })

  await test.step('nothing but blanks is nothing; a text of 5,000 characters is not cut, and not sent', async () => {
    await field(page).fill(' \n ')
    await button(page, 'Send').click()
    await expect(field(page)).toHaveAccessibleDescription(/field required/)
    await field(page).fill('🎻'.repeat(5000))
    await expect(field(page)).toHaveAccessibleDescription(/Nothing was cut off.*1,000 characters too many/)
    await button(page, 'Send').click()
    await expect(field(page)).toBeFocused()
    await expect(field(page)).toHaveValue('🎻'.repeat(5000))
    await field(page).fill('🎻'.repeat(4000))
    await expect(page.getByText('0 characters left')).toBeVisible()
    await expect(field(page)).toHaveAttribute('aria-invalid', 'false')
  })

  await test.step('it is sent as the user who wrote it', async () => {
    await field(page).fill('  More cello, please.  ')
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
    await expect(successToast(page, 'Thank you. We read every word.')).toBeVisible()
    await expect(button(page, 'Feedback')).toBeFocused()
    await openDialog(page)
    await expect(field(page)).toHaveValue('')
  })
})

test.describe('when the server cannot be asked', () => {
  test.use({ expectedFaults: [/Failed to load resource/] })

  test('[FB1][FB9] without an answer, and where the server does not take them, the words stay in the dialog, which says so, and go out under the same id; other words under another', async ({
    page,
  }) => {
    const ids: string[] = []
    await page.route(PATH, async route => {
      ids.push((route.request().postDataJSON() as { id: string }).id)
      if (ids.length === 2) return route.fulfill(tooLong)
      if (ids.length === 4) return route.continue()
      // The server receives it, but its answer is lost.
      await route.fetch()
      return route.abort()
    })
    await openDialog(page)
    await field(page).fill('Did you hear me?')
    await button(page, 'Send').click()
    await expect(alert(page)).toContainText('Sending needs a connection')
    await page.reload()
    await openDialog(page)
    await expect(field(page)).toHaveValue('Did you hear me?')
    await button(page, 'Send').click()
    await expect(alert(page)).toContainText('it is too long')
    await button(page, 'Send').click()
    await expect(alert(page)).toContainText('Sending needs a connection')
    await field(page).fill('Did you hear me? Hello?')
    await button(page, 'Send').click()
    await expect(successToast(page, 'Thank you.')).toBeVisible()
    expect(ids).toEqual([ids[0], ids[0], ids[0], expect.any(String)])
    expect(ids[3]).not.toBe(ids[0])
  })
})

const tooLong = mockProblemResponse('validation', { errors: [{ field: 'text', code: 'too-big' }] })

const alert = (page: Page) => page.getByRole('dialog').getByRole('alert')

const field = (page: Page) => page.getByRole('textbox', { name: /What works/ })

async function openDialog(page: Page) {
  await button(page, 'Feedback').click()
  await field(page).waitFor()
}
