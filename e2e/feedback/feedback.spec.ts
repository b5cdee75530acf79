import type { Page, Route } from '@playwright/test'
import { button, successToast } from '../controls.ts'
import { expect, test } from '../musician.ts'
import { returnOnline } from '../states/trouble.ts'
import { mockProblemResponse } from '../problem-answer.ts'
import { readPersistedRows } from '../sync/stored-rows.ts'

const PATH = '**/api/v1/feedback'

test.beforeEach(async ({ page, musician }) => {
  await musician.signIn()
  await page.goto('/account')
})

test('[FB1][FB6] feedback is sent as the user who wrote it, with a word of thanks, and the focus goes back to where it was @main', async ({
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

test('[FB2][FB4][UI13] what was typed is still there after closing the dialog and a reload; nothing but blanks is nothing, and 5,000 characters are not cut, and not sent until shortened', async ({
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
    await expect.poll(() => keptDraft(page)).toBe('Half a thought, and more')
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

  test('[FB3] without a signal the words are kept and go out when it is back', async ({ page }) => {
    // What is needed for it comes after the screen: nobody has opened the dialog before.
    await page.waitForFunction(() => {
      const come = performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname)
      const needed = [/\/sync-[^/]*\.js$/, /\/queues-[^/]*\.js$/, /\/feedback\.json$/]
      return needed.every(pattern => come.some(path => pattern.test(path)))
    })
    await page.waitForLoadState('networkidle')
    await page.context().setOffline(true)
    await write(page, 'No signal down here.')
    await expect(successToast(page, 'Saved. It goes out when you have a signal.')).toBeVisible()
    await expect(page.getByRole('dialog')).toBeHidden()
    // The page may hear of its network before it can use it: the first attempt can fail, and another one follows.
    const answered = page.waitForResponse(PATH)
    await page.context().setOffline(false)
    const response = await answered
    expect(response.request().postDataJSON()).toMatchObject({ text: 'No signal down here.' })
    expect(response.status()).toBe(204)
    await open(page)
    await expect(words(page)).toHaveValue('')
  })

  test('[FB3][FB5] words that wait are tried again by themselves, later each time, and go out at the next start, under the same id', async ({
    page,
  }) => {
    const sentAtNextStart = async () => {
      await page.unroute(PATH)
      const sent = page.waitForRequest(PATH)
      await page.reload()
      const request = await sent
      expect((await request.response())?.status()).toBe(204)
      return request.postDataJSON() as { id: string; text: string }
    }

    await test.step('they are tried again by themselves, later each time, and go out at the next start', async () => {
      await page.clock.install()
      await page.reload()
      let tries = 0
      await page.route(PATH, route => {
        tries += 1
        return route.fulfill(mockProblemResponse('unavailable'))
      })
      await write(page, 'Again and again')
      await expect(successToast(page, 'Saved. It goes out by itself in a while.')).toBeVisible()
      await expect(page.getByRole('alert')).toHaveCount(0)
      expect(tries).toBe(1)
      for (const [milliseconds, expected] of [
        [1000, 2],
        [2000, 3],
        [4000, 4],
      ] as const) {
        await page.clock.runFor(milliseconds)
        await expect.poll(() => tries).toBe(expected)
      }
      expect(await sentAtNextStart()).toMatchObject({ text: 'Again and again' })
    })

    for (const answer of [
      mockProblemResponse('server-error'),
      { ...mockProblemResponse('too-many-requests'), headers: { 'retry-after': '900' } },
    ])
      await test.step(`so do those for a server that answers ${answer.status}`, async () => {
        await page.route(PATH, route => route.fulfill(answer))
        const asked = page.waitForRequest(PATH)
        await write(page, 'Later, then.')
        const { id } = (await asked).postDataJSON() as { id: string }
        await expect(successToast(page, 'Saved. It goes out by itself in a while.')).toBeVisible()
        await expect(page.getByRole('alert')).toHaveCount(0)
        expect(await sentAtNextStart()).toMatchObject({ id, text: 'Later, then.' })
      })

    await test.step('after an answer that was lost the same words go out under the same id', async () => {
      const ids: string[] = []
      await page.route(PATH, async route => {
        ids.push((route.request().postDataJSON() as { id: string }).id)
        // The first time the server hears it, and nobody hears the server.
        if (ids.length > 1) return route.continue()
        await route.fetch()
        return route.abort()
      })
      await write(page, 'Did you hear me?')
      await expect(successToast(page, 'Saved.')).toBeVisible()
      const heard = page.waitForResponse(PATH)
      await returnOnline(page)
      expect((await heard).status()).toBe(204)
      expect(ids[1]).toBe(ids[0])
    })
  })

  test('[FB2][FB7] words that the server will not take stay in the dialog with the reason; later they are set aside and are in the dialog again; where nothing can be kept, they stay in the field', async ({
    page,
  }) => {
    await test.step('words that the server will not take stay in the dialog with the reason', async () => {
      await page.route(PATH, tooLong)
      await write(page, 'Too long for it')
      const dialog = page.getByRole('dialog')
      await expect(dialog.getByRole('alert')).toContainText('The server did not take this: it is too long.')
      await expect(words(page)).toHaveValue('Too long for it')
      await expect(page.getByRole('alert')).toHaveCount(1)
      await page.unroute(PATH)
      await button(page, 'Send').click()
      await expect(successToast(page, 'Thank you.')).toBeVisible()
    })
    await expect(page.getByRole('dialog')).toBeHidden()

    await test.step('words that come back later are set aside, stand in nobody’s way, and are in the dialog again', async () => {
      await page.route(PATH, route => route.fulfill(mockProblemResponse('unavailable')))
      await write(page, 'The first')
      await expect(page.getByRole('dialog')).toBeHidden()
      await write(page, 'The second')
      await expect(page.getByRole('dialog')).toBeHidden()
      await page.unroute(PATH)
      await page.route(PATH, route =>
        route.request().postData()?.includes('The first') ? tooLong(route) : route.continue(),
      )
      const second = page.waitForResponse(
        response => response.url().endsWith('/feedback') && response.status() === 204,
      )
      await page.reload()
      expect((await second).request().postDataJSON()).toMatchObject({ text: 'The second' })
      await open(page)
      await expect(words(page)).toHaveValue('The first')
      await expect(page.getByRole('dialog').getByRole('alert')).toContainText('too long')
      await page.keyboard.press('Escape')
      await open(page)
      await expect(words(page)).toHaveValue('The first')
    })

    await test.step('where nothing can be kept, words that cannot be sent stay in the field with the reason', async () => {
      await page.addInitScript(() => Object.defineProperty(window, 'indexedDB', { value: undefined }))
      await page.reload()
      await open(page)
      await words(page).fill('Neither sent nor kept')
      await page.context().setOffline(true)
      await button(page, 'Send').click()
      const fault = page.getByRole('dialog').getByRole('alert')
      await expect(fault).toContainText('this browser cannot keep your words')
      await expect(words(page)).toHaveValue('Neither sent nor kept')
      await page.context().setOffline(false)
      await button(page, 'Send').click()
      await expect(successToast(page, 'Thank you.')).toBeVisible()
    })
  })
})

const tooLong = (route: Route) =>
  route.fulfill(mockProblemResponse('validation', { errors: [{ field: 'text', code: 'too-big' }] }))

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

/** What lies in the user's own database, as soon as it is there. */
const keptDraft = async (page: Page) =>
  (await readPersistedRows(page)).find(({ key }) => key === 'draft feedback')?.value
