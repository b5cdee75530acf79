import type { Page } from '@playwright/test'
import { button } from '../controls.ts'
import { expect, test } from '../musician.ts'

// What a screen reader announces during a step: the page records the texts of its live regions.

const announcements = (page: Page) => page.evaluate(() => Reflect.get(window, 'announcements') as string[])

/** Stops the page's clock: on a busy machine, five presses could take as long as the pause before a tempo is said. */
const pauseClock = (page: Page) => page.clock.pauseAt(Date.now() + 60_000)

test.beforeEach(async ({ page, musician }) => {
  await musician.signIn()
  await musician.fillLibrary()
  await page.goto('/practice')
  await button(page, 'Start practicing').click()
  await expect(page.getByText('1 of 7')).toBeVisible()
  await page.clock.install()
  await page.evaluate(() => {
    const texts: string[] = []
    Object.assign(window, { announcements: texts })
    const isLive = 'output, [aria-live=polite], [aria-live=assertive], [role=alert], [role=status]'
    new MutationObserver(changes => {
      for (const { target } of changes) {
        const region = (target instanceof Element ? target : target.parentElement)?.closest(isLive)
        const text = region?.textContent.trim() ?? ''
        if (text !== '' && texts.at(-1) !== text) texts.push(text)
      }
    }).observe(document.body, { subtree: true, childList: true, characterData: true })
  })
})

test('[PX18] the beat is never said; the slider speaks for itself, the buttons say the tempo once when they rest, and a new step is said with its piece and part', async ({
  page,
}) => {
  await test.step('the beat is never said, nor is the click when it starts and stops but by its button', async () => {
    await button(page, 'Start metronome').click()
    const stop = button(page, 'Stop metronome')
    await expect(stop).toBeFocused()
    await expect(page.locator('b[class*="sounding"]')).toHaveCount(1)
    // In real time, because a page whose clock runs ahead of the audio clock takes the audio for stopped (rule MT10).
    await page.clock.resume()
    await page.waitForTimeout(2000)
    await stop.click()
    await expect(button(page, 'Start metronome')).toBeFocused()
    expect(await announcements(page)).toEqual([])
  })

  await test.step('the slider speaks for itself, and nothing says what it says', async () => {
    const slider = page.getByRole('slider', { name: 'tempo' })
    await slider.focus()
    for (let press = 0; press < 5; press++) await page.keyboard.press('ArrowRight')
    await expect(slider).toHaveAttribute('aria-valuetext', /^59\sbpm, goal\s96$/)
    await page.clock.runFor(2000)
    expect(await announcements(page)).toEqual([])
  })

  await test.step('the buttons say the tempo once, when they rest', async () => {
    await pauseClock(page)
    for (let press = 0; press < 5; press++) {
      await button(page, 'one bpm more').click()
      await page.clock.runFor(200)
    }
    await expect(page.getByRole('slider')).toHaveValue('64')
    expect(await announcements(page)).toEqual([])
    await page.clock.runFor(300)
    await expect.poll(() => announcements(page)).toEqual(['now 64 bpm'])
  })

  await page.evaluate(() => (Reflect.get(window, 'announcements') as string[]).splice(0))
  await test.step('a new step is said with its piece and part, and what was about to be said of the last one is not', async () => {
    await button(page, 'one bpm more').click()
    await button(page, 'Skip').click()
    await expect(page.getByText('2 of 7')).toBeVisible()
    // The name of the piece is said because it has the focus, so no live region says it too.
    await expect(page.getByRole('heading', { name: 'Clair de lune' })).toBeFocused()
    await page.clock.runFor(1000)
    expect(await announcements(page)).toEqual(['bars 27–36'])
  })
})
