import { openSignInWithFailingServer } from '../sign-in/ask-for-link.ts'
import { button, emailField, genericErrorToast, successToast } from '../controls.ts'
import { expect, test } from '../musician.ts'

test('[UI10][UI40] the navigation bar leads to the three places and says where one is; the heading has the focus and the window its name; a link pressed with Ctrl opens another tab and leaves this one', async ({
  page,
  musician,
}) => {
  await test.step('the navigation bar leads to the three places and says where one is', async () => {
    await musician.signIn()
    await page.goto('/account')
    const bar = page.getByRole('navigation', { name: 'main' })
    const place = (name: string) => bar.getByRole('link', { name })
    await expect(place('Account')).toHaveAttribute('aria-current', 'page')
    await place('Pieces').click()
    await expect(page).toHaveURL(/\/pieces$/)
    await expect(place('Pieces')).toHaveAttribute('aria-current', 'page')
    await expect(place('Account')).not.toHaveAttribute('aria-current')
    await place('Practice').click()
    await expect(page).toHaveURL(/\/practice$/)
    await expect(bar.getByRole('button', { name: 'Feedback' })).toBeVisible()
    expect((await bar.boundingBox())?.y).toBeGreaterThan(700)
  })

  await test.step('after a navigation the heading has the focus and the window its name', async () => {
    await page.goto('/account')
    await expect(page).toHaveTitle('Account · Dacapo')
    await page.getByRole('link', { name: 'Pieces' }).click()
    await expect(page.getByRole('heading', { name: 'my pieces' })).toBeFocused()
    await expect(page).toHaveTitle(/my pieces/i)
  })

  await test.step('a link pressed with Ctrl opens another tab; one to the current address adds no entry', async () => {
    await page.goto('/account')
    const bar = page.getByRole('navigation', { name: 'main' })
    const entries = () => page.evaluate(() => window.history.length)
    const before = await entries()
    const opened = page.context().waitForEvent('page')
    await bar.getByRole('link', { name: 'Pieces' }).click({ modifiers: ['ControlOrMeta'] })
    await expect(await opened).toHaveURL(/\/pieces$/)
    await expect(page).toHaveURL(/\/account$/)

    await bar.getByRole('link', { name: 'Account' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    expect(await entries()).toBe(before)
    await bar.getByRole('link', { name: 'Pieces' }).click()
    await expect(page).toHaveURL(/\/pieces$/)
    expect(await entries()).toBe(before + 1)
  })
})

test.describe('with files that are missing', () => {
  test.use({ expectedFaults: [/Failed to load resource|dynamically imported module|preload CSS/] })

  test('[UI12] an address that is none of ours says so and leads back, to the signed-in as well; one in capitals is the same screen', async ({
    page,
    musician,
  }) => {
    await page.goto('/symphony')
    await expect(page.getByRole('heading', { name: 'nothing here' })).toBeVisible()
    await page.getByRole('link', { name: 'Back to the start' }).click()
    await expect(emailField(page)).toBeVisible()

    await musician.signIn()
    await page.goto('/symphony')
    await expect(page.getByRole('heading', { name: 'nothing here' })).toBeVisible()
    await page.getByRole('link', { name: 'Back to the start' }).click()
    await expect(page).toHaveURL(/\/practice$/)
    // For the server as well.
    expect((await page.goto('/PIECES'))?.status()).toBe(200)
    await expect(page.getByRole('heading', { name: 'my pieces' })).toBeVisible()
  })

  test('[UI12] a screen whose code cannot be fetched does not take the others away when the server is gone; where it answers, the page is reloaded once, then says so', async ({
    page,
    musician,
  }) => {
    await test.step('the server is gone', async () => {
      await musician.signIn()
      await musician.fillLibrary()
      await page.goto('/practice')
      await expect(button(page, 'Start practicing')).toBeVisible()
      // Online as far as the browser knows, and yet nobody answers.
      await page.route('**/*', route => route.abort('connectionrefused'))
      await page.getByRole('link', { name: 'Account' }).click()
      await expect(page.getByRole('heading', { name: 'this screen did not load' })).toBeVisible()
      await button(page, 'Try again').click()
      await expect(page.getByRole('alert').filter({ hasText: 'offline' })).toBeVisible()
      await page.getByRole('link', { name: 'Practice', exact: true }).click()
      await expect(button(page, 'Start practicing')).toBeVisible()
    })

    await test.step('the server answers', async () => {
      await page.unroute('**/*')
      await page.reload()
      await expect(button(page, 'Start practicing')).toBeVisible()
      let visits = 0
      page.on('request', request => (visits += request.isNavigationRequest() ? 1 : 0))
      await page.route(/\/assets\/account-[^/]*\.js$/, route => route.abort())
      // Before it, while the server is asked, the page says the same.
      const isReloaded = page.waitForEvent('domcontentloaded')
      await page.getByRole('link', { name: 'Account' }).click()
      await isReloaded
      await expect(page.getByRole('heading', { name: 'this screen did not load' })).toBeVisible()
      await expect(page.getByRole('navigation')).toBeVisible()

      await page.unroute(/\/assets\/account-[^/]*\.js$/)
      await button(page, 'Try again').click()
      await expect(page.getByRole('heading', { name: musician.email })).toBeVisible()
      // Once by itself and once when asked.
      expect(visits).toBe(2)
    })
  })

  test('[UI12] code for the local database that cannot be fetched reloads the page once, then says so', async ({
    page,
    musician,
  }) => {
    await musician.signIn()
    const database = /\/assets\/open-store-[^/]*\.js$/
    await page.route(database, route => route.abort())
    let visits = 0
    page.on('request', request => (visits += request.isNavigationRequest() ? 1 : 0))
    await page.goto('/practice')
    await expect.poll(() => visits).toBe(2)
    await expect(page.getByRole('heading', { name: 'this screen did not load' })).toBeVisible()
    // It would lead to where the page is.
    await expect(page.getByRole('link', { name: 'Back to practicing' })).toHaveCount(0)

    await page.unroute(database)
    await button(page, 'Try again').click()
    await expect(page.getByText('There are no pieces to practice yet')).toBeVisible()
    expect(visits).toBe(3)
  })
})

test('[UI7][PX7] success stands for two seconds as a status, at the top center, at most 350 px wide; what has just appeared takes no press; a dialog takes the toast with a button away, which could not be pressed behind it', async ({
  page,
  musician,
}) => {
  await page.clock.install()
  await musician.signIn()
  await musician.fillLibrary()
  await page.goto('/practice')
  await button(page, 'Feedback').click()
  await page.getByRole('textbox', { name: /What works/ }).fill('The click is dry.')
  await button(page, 'Send').click()
  const toast = successToast(page, 'Thank you')
  await expect(toast).toBeVisible()
  const box = await toast.boundingBox()
  expect(box?.width).toBeLessThanOrEqual(350)
  expect(box?.y).toBeLessThan(60)
  expect((box?.x ?? 0) + (box?.width ?? 0) / 2).toBeCloseTo(390 / 2, 0)
  // Two seconds and one to fade; what stands for four would still be there. The page's clock, not the machine's.
  await page.clock.pauseAt(Date.now() + 1000)
  await page.clock.runFor(2200)
  await expect(toast).toBeHidden()

  await test.step('a toast that has just appeared takes no press, and a dialog takes the one with a button away', async () => {
    await page.clock.resume()
    await button(page, 'Start practicing').click()
    await page.evaluate(stopToastAnimations)
    await button(page, 'Next').click()
    await button(page, 'Pause practice').click()
    const undo = page.getByText('Undo')
    await expect(undo).toBeVisible()
    expect(await undo.evaluate(takesPresses)).toBe(false)
    await page.evaluate(() => (document.adoptedStyleSheets = []))
    await expect.poll(() => undo.evaluate(takesPresses)).toBe(true)
    // From here on too little time passes to take it away.
    await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1000))
    await button(page, 'Feedback').click()
    await page.clock.runFor(500)
    await expect(page.getByRole('dialog', { name: 'tell us' })).toBeVisible()
    await expect(undo).toBeHidden()
  })
})

test.describe('with a failing server', () => {
  test.use({ expectedFaults: [/Failed to load resource/] })

  test('[UI7] an error stands for four seconds as an alert, longer under a mouse that moved over it, but not under one that was there before', async ({
    page,
  }) => {
    await page.clock.install()
    await openSignInWithFailingServer(page)
    const toast = genericErrorToast(page)
    await page.mouse.move(195, 40)
    await emailField(page).press('Enter')
    await expect(toast).toBeVisible()
    await page.clock.runFor(5200)
    await expect(toast).toBeHidden()
    await page.mouse.move(0, 800)
    await button(page, 'Send me a sign-in link').click()
    await expect(toast).toBeVisible()
    // A mouse that moves over it holds it.
    await toast.hover()
    await page.clock.runFor(9000)
    await expect(toast).toBeVisible()
    await page.mouse.move(0, 800)
    await page.clock.runFor(2500)
    await expect(toast).toBeVisible()
    await page.clock.runFor(2500)
    await expect(toast).toBeHidden()

    await test.step('a mouse that is gone before the screen was drawn holds nothing', async () => {
      await button(page, 'Send me a sign-in link').click()
      await expect(toast).toBeVisible()
      await toast.evaluate(crossInOneFrame)
      await page.clock.runFor(5200)
      await expect(toast).toBeHidden()
    })
  })
})

/** Moves a mouse over an element and away, faster than the page is drawn. Runs in the page. */
function crossInOneFrame(element: Element): void {
  const mouse = { bubbles: true, pointerType: 'mouse', relatedTarget: document.body }
  for (const type of ['pointermove', 'pointerout']) element.dispatchEvent(new PointerEvent(type, mouse))
}

/** Holds every toast in the state in which it appears. Runs in the page. */
function stopToastAnimations(): void {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync('[popover] * { animation-play-state: paused !important }')
  document.adoptedStyleSheets = [sheet]
}

/** Returns whether a press at the center of an element reaches it. Runs in the page. */
function takesPresses(element: Element): boolean {
  const { x, y, width, height } = element.getBoundingClientRect()
  return document.elementFromPoint(x + width / 2, y + height / 2) === element
}
