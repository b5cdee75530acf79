import { openSignInWithFailingServer } from '../sign-in/ask-for-link.ts'
import {
  navigationLink,
  button,
  emailField,
  genericErrorToast,
  successToast,
  waitOutPedalBounce,
} from '../controls.ts'
import { expect, test } from '../musician.ts'
import { holdToast } from '../states/trouble.ts'

test('[UI10][UI40] the navigation bar leads to the three places, says where one is, and is padded on wide screens; the heading has the focus and the window its name; a link pressed with Ctrl opens another tab, and one to the current address adds no entry', async ({
  page,
  musician,
}) => {
  await musician.signIn()
  await page.goto('/account')
  await expect(page).toHaveTitle('Account · Dacapo')
  await expect(navigationLink(page, 'Account')).toHaveAttribute('aria-current', 'page')
  await navigationLink(page, 'Pieces').click()
  await expect(page).toHaveURL(/\/pieces$/)
  await expect(page.getByRole('heading', { name: 'my pieces' })).toBeFocused()
  await expect(page).toHaveTitle(/my pieces/i)
  await expect(navigationLink(page, 'Pieces')).toHaveAttribute('aria-current', 'page')
  await expect(navigationLink(page, 'Account')).not.toHaveAttribute('aria-current')

  const entries = () => page.evaluate(() => window.history.length)
  const before = await entries()
  const opened = page.context().waitForEvent('page')
  await navigationLink(page, 'Account').click({ modifiers: ['ControlOrMeta'] })
  await expect(await opened).toHaveURL(/\/account$/)
  await expect(page).toHaveURL(/\/pieces$/)
  await navigationLink(page, 'Pieces').click()
  expect(await entries()).toBe(before)
  await navigationLink(page, 'Practice').click()
  await expect(page).toHaveURL(/\/practice$/)
  expect(await entries()).toBe(before + 1)

  const items = page.getByRole('navigation', { name: 'main' }).getByRole('listitem')
  await expect(items).toHaveCount(4)
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    const [first, last] = [await items.first().boundingBox(), await items.last().boundingBox()]
    const padding = (width - Math.min(width, 800)) / 2
    expect(first?.x, `left at ${width}`).toBeCloseTo(padding, 0)
    expect(width - (last?.x ?? 0) - (last?.width ?? 0), `right at ${width}`).toBeCloseTo(padding, 0)
    expect(first?.y).toBeGreaterThan(700)
  }
})

test('[UI26] the mark of the navigation bar glides to the place that was pressed, and with less motion it is there at once', async ({
  page,
  musician,
}) => {
  await musician.signIn()
  await page.goto('/account')
  await page.evaluate(() => {
    Reflect.set(window, 'glides', 0)
    document.addEventListener('transitionrun', ({ propertyName, pseudoElement }) => {
      const isMark = propertyName === 'translate' && pseudoElement === '::before'
      if (isMark) Reflect.set(window, 'glides', Number(Reflect.get(window, 'glides')) + 1)
    })
  })
  const glides = () => page.evaluate(() => Number(Reflect.get(window, 'glides')))
  await navigationLink(page, 'Pieces').click()
  await expect.poll(glides).toBe(1)
  await page.goBack()
  await expect.poll(glides).toBe(2)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await navigationLink(page, 'Pieces').click()
  await expect(page.getByRole('heading', { name: 'my pieces' })).toBeFocused()
  expect(await glides()).toBe(2)
})

test.describe('where no server can be reached', () => {
  test.use({ expectedFaults: [/Failed to load resource|dynamically imported module|preload CSS/] })

  // Where the server answers, the page reloads once, which e2e/states covers.
  test('[UI12] a screen whose code cannot be fetched says so and takes none of the others away', async ({
    page,
    musician,
  }) => {
    await musician.signIn()
    await musician.fillLibrary()
    await page.goto('/practice')
    await expect(button(page, 'Start practicing')).toBeVisible()
    // The browser is online, but the server does not answer.
    await page.route('**/*', route => route.abort('connectionrefused'))
    await navigationLink(page, 'Account').click()
    await expect(page.getByRole('heading', { name: 'this screen did not load' })).toBeVisible()
    await button(page, 'Try again').click()
    await expect(page.getByRole('alert').filter({ hasText: 'offline' })).toBeVisible()
    await navigationLink(page, 'Practice').click()
    await expect(button(page, 'Start practicing')).toBeVisible()
    await page.unroute('**/*')
    await navigationLink(page, 'Account').click()
    await expect(page.getByRole('heading', { name: musician.email })).toBeVisible()
  })

  test('[UI7] an error stands for four seconds as an alert, longer under a mouse that moved over it', async ({
    page,
  }) => {
    await page.clock.install()
    await openSignInWithFailingServer(page)
    const toast = genericErrorToast(page)
    // A mouse that does not move keeps no toast open.
    await page.mouse.move(195, 40)
    await emailField(page).press('Enter')
    await expect(toast).toBeVisible()
    await page.clock.runFor(5200)
    await expect(toast).toBeHidden()
    await page.mouse.move(0, 800)
    await button(page, 'Send me a sign-in link').click()
    await expect(toast).toBeVisible()
    await toast.hover()
    await page.clock.runFor(9000)
    await expect(toast).toBeVisible()
    await page.mouse.move(0, 800)
    await page.clock.runFor(5000)
    await expect(toast).toBeHidden()
  })
})

test('[UI7][PX7] success stands for two seconds as a status, at the top center, at most 350 px wide; what has just appeared takes no press; a dialog takes the toast with a button away', async ({
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
  // Two seconds plus the fade. An error, which stays for four, would still be visible.
  await page.clock.pauseAt(Date.now() + 1000)
  await page.clock.runFor(2200)
  await expect(toast).toBeHidden()

  await page.clock.resume()
  await button(page, 'Start practicing').click()
  await page.evaluate(stopToastAnimations)
  await button(page, 'Next').click()
  await button(page, 'Pause practice').click()
  const undo = page.getByText('Undo')
  await expect(undo).toBeVisible()
  expect(await undo.evaluate(isHitAtCenter)).toBe(false)
  await page.evaluate(() => (document.adoptedStyleSheets = []))
  await expect.poll(() => undo.evaluate(isHitAtCenter)).toBe(true)
  // From here on too little time passes for the toast to expire.
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1000))
  await button(page, 'Feedback').click()
  await page.clock.runFor(500)
  await expect(page.getByRole('dialog', { name: 'tell us' })).toBeVisible()
  await expect(undo).toBeHidden()
})

test('[UI40][PX8][UI7] Undo reached with Tab round the window leaves the focus on the step, and gives it back to where it was', async ({
  page,
  musician,
}) => {
  await musician.signIn()
  await musician.fillLibrary()
  await page.goto('/practice')
  await button(page, 'Start practicing').press('Enter')
  await button(page, 'Next').press('Enter')
  const undo = button(page, 'Undo')
  await expect(undo).toBeVisible()
  // Otherwise it would close after six seconds, before the key presses are done.
  await holdToast(page)
  const isOnUndo = () => undo.evaluate(element => element === document.activeElement)
  for (let presses = 0; presses < 20 && !(await isOnUndo()); presses++) await page.keyboard.press('Tab')
  await undo.press('Enter')
  await expect(undo).toBeHidden()
  await expect(page.locator('main :focus')).toBeVisible()

  await waitOutPedalBounce(page)
  await button(page, 'Next').click()
  // Each step focuses its heading (rule PD5), so only another control shows that the focus returns.
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  const slider = page.getByRole('slider', { name: 'tempo' })
  await slider.focus()
  await undo.click()
  await expect(undo).toBeHidden()
  await expect(slider).toBeFocused()
})

function stopToastAnimations(): void {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync('[popover] * { animation-play-state: paused !important }')
  document.adoptedStyleSheets = [sheet]
}

function isHitAtCenter(element: Element): boolean {
  const { x, y, width, height } = element.getBoundingClientRect()
  return document.elementFromPoint(x + width / 2, y + height / 2) === element
}
