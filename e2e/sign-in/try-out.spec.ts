import type { Page } from '@playwright/test'
import { button, emailField } from '../controls.ts'
import { recordPressTimes, lastPressAudioTime, startClick } from '../metronome/clicking.ts'
import { audioTime, clickTimesSince, recordSound, waitForAudioTime } from '../metronome/sound-recorder.ts'
import { expect, test } from '../musician.ts'
import { clickIntervals } from '#tests/metronome/click-analysis.ts'

// The recorder is a script of the test's own.
test.use({ bypassCSP: true })

const tryLink = (page: Page) => page.getByRole('link', { name: 'Try the click', exact: true })
const heading = (page: Page) => page.getByRole('heading', { name: 'Try the click' })
const slider = (page: Page) => page.getByRole('slider', { name: 'tempo' })
const tempoOf = async (page: Page) => Number(await slider(page).inputValue())

/** Listens for two seconds and expects every click where a tempo has it. */
async function expectClicksAt(page: Page, bpm: number) {
  // A new tempo begins within 0.2 s and one beat (rule MT4).
  const from = (await audioTime(page)) + 1
  await waitForAudioTime(page, from + 2)
  const gaps = clickIntervals(await clickTimesSince(page, from))
  expect(gaps.length).toBeGreaterThan(1)
  for (const gap of gaps) expect(Math.abs(gap - 60 / bpm)).toBeLessThan(0.001)
}

/** Taps three times, at the time that the system reports and not when the page gets round to it. */
async function tap(page: Page, bpm: number) {
  const box = await button(page, 'Tap Tempo').boundingBox()
  if (box === null) throw new Error('not on screen')
  const session = await page.context().newCDPSession(page)
  const [x, y, now] = [box.x + box.width / 2, box.y + box.height / 2, Date.now() / 1000]
  const mouse = (type: 'mousePressed' | 'mouseReleased', timestamp: number) =>
    session.send('Input.dispatchMouseEvent', { type, x, y, timestamp, button: 'left', clickCount: 1 })
  for (const at of [0, 60 / bpm, 120 / bpm]) {
    await mouse('mousePressed', now + at)
    await mouse('mouseReleased', now + at + 0.05)
  }
}

test('[SG23] a visitor tries the click without an account: tempo, tap, trainer and pedal, then signs in, and the tempo is still there @main', async ({
  page,
}) => {
  await recordSound(page)
  const scripts: string[] = []
  page.on('request', request => scripts.push(new URL(request.url()).pathname))
  await page.goto('/signin')
  await expect(
    page.getByText('The practice planner with a metronome. Free for four pieces, no password.'),
  ).toBeVisible()
  await page.waitForLoadState('networkidle')
  expect(scripts.filter(path => path.includes('/try-out'))).toEqual([])

  await tryLink(page).click()
  await expect(page).toHaveURL(/\/try$/)
  await expect(heading(page)).toBeFocused()
  expect(scripts.filter(path => path.includes('/try-out'))).not.toEqual([])
  await startClick(page)
  await expectClicksAt(page, 120)
  await button(page, '+5 bpm').click()
  await expect.poll(() => tempoOf(page)).toBe(125)
  await tap(page, 100)
  await expect.poll(() => tempoOf(page)).toBeLessThanOrEqual(100)
  const tapped = await tempoOf(page)
  // Browsers round the times of events a little.
  expect(tapped).toBeGreaterThanOrEqual(99)

  await button(page, 'Tempo trainer').click()
  await expect(button(page, 'Tempo trainer')).toHaveAttribute('aria-pressed', 'true')
  for (const run of [1, 2]) {
    await button(page, 'Clean').click()
    await expect(page.getByText(new RegExp(`^trainer.* ${run} of 3 clean`))).toBeVisible()
  }
  // The right pedal says Clean too.
  await page.keyboard.press('PageDown')
  const trained = tapped + Math.round(tapped * 0.035)
  await expect.poll(() => tempoOf(page)).toBe(trained)
  await expectClicksAt(page, trained)

  await recordPressTimes(page)
  await page.getByRole('link', { name: 'Practice my pieces' }).click()
  await expect(page).toHaveURL(/\/signin$/)
  await expect(emailField(page)).toBeFocused()
  const left = await lastPressAudioTime(page)
  await waitForAudioTime(page, left + 1.5)
  // What had been ordered sounds no later than the screen was left.
  expect((await clickTimesSince(page, left)).filter(time => time > left + 0.5)).toEqual([])

  await page.goBack()
  await expect(heading(page)).toBeVisible()
  expect(await tempoOf(page)).toBe(trained)
  await button(page, 'Back').click()
  await expect(emailField(page)).toBeVisible()
})

test('[SG23] the address and its button are in the first view of a phone, in both languages', async ({
  page,
}) => {
  for (const language of ['en', 'de']) {
    await page.goto(`/signin?lng=${language}`)
    const send = page.locator('button[type=submit]')
    for (const size of [
      { width: 390, height: 844 },
      { width: 320, height: 568 },
    ]) {
      await page.setViewportSize(size)
      await expect(page.getByRole('textbox')).toBeInViewport({ ratio: 1 })
      await expect(send, `${language}, ${size.width}`).toBeInViewport({ ratio: 1 })
    }
  }
})

test.describe('without a network', () => {
  test.use({
    expectedFaults: [
      /ERR_INTERNET_DISCONNECTED|Failed to load resource|Unable to preload CSS|imported module: \S+\/try-out/,
    ],
  })

  test('[SG23] once loaded the try-out works without a network: both keys of a pedal start and stop the click, settings included', async ({
    page,
    context,
  }) => {
    await page.goto('/try')
    await expect(heading(page)).toBeVisible()
    await page.waitForLoadState('networkidle')
    await context.setOffline(true)

    await test.step('both keys of a pedal start and stop the click', async () => {
      const keys = ['PageDown', 'PageUp', 'Space', 'Enter']
      for (const [at, key] of keys.entries()) {
        await page.keyboard.press(key)
        await expect(button(page, 'Stop metronome'), key).toBeVisible()
        // The same key would be taken for a bounce (rule PX7).
        await page.keyboard.press(keys.at(at - 1) ?? '')
        await expect(button(page, 'Start metronome'), key).toBeVisible()
      }
      await page.keyboard.press('ArrowUp')
      expect(await tempoOf(page)).toBe(121)
    })

    await test.step('the settings work, too', async () => {
      await button(page, 'Tempo trainer').click()
      await button(page, 'Click settings').click()
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('tab', { name: 'Trainer' }).click()
      await dialog.getByText('Every few bars').click()
      await expect(dialog.getByText('The tempo rises by itself.', { exact: true })).toBeVisible()
      await dialog.getByRole('button', { name: 'Close' }).click()
      await expect(page.getByText(/^trainer: \+4 bpm every 4 bars/)).toBeVisible()
    })
  })
})
