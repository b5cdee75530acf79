import type { Page } from '@playwright/test'
import { button, emailField } from '../controls.ts'
import { recordPressTimes, lastPressAudioTime, startClick } from '../metronome/clicking.ts'
import { audioTime, clickTimesSince, recordSound, waitForAudioTime } from '../metronome/sound-recorder.ts'
import { expect, test } from '../musician.ts'
import { clickSettings, clickSettingsTab } from '../practice/two-pieces.ts'
import { clickIntervals } from '#tests/metronome/click-analysis.ts'

// The sound recorder is an injected script.
test.use({ bypassCSP: true })

const tryLink = (page: Page) => page.getByRole('link', { name: 'Try the click', exact: true })
const heading = (page: Page) => page.getByRole('heading', { name: 'Try the click' })
const slider = (page: Page) => page.getByRole('slider', { name: 'tempo' })
const tempoOf = async (page: Page) => Number(await slider(page).inputValue())

async function expectClicksAt(page: Page, bpm: number) {
  // A new tempo begins within 0.2 s and one beat (rule MT4).
  const from = (await audioTime(page)) + 1
  await waitForAudioTime(page, from + 2)
  const gaps = clickIntervals(await clickTimesSince(page, from))
  expect(gaps.length).toBeGreaterThan(1)
  for (const gap of gaps) expect(Math.abs(gap - 60 / bpm)).toBeLessThan(0.001)
}

test('[SG23] a visitor tries the click without an account: tempo, trainer, pedal and settings, then signs in, and the tempo is still there @main', async ({
  page,
}) => {
  await recordSound(page)
  const scripts: string[] = []
  page.on('request', request => scripts.push(new URL(request.url()).pathname))
  // The smallest phone without scrolling, in the longer language.
  const size = page.viewportSize()
  await page.setViewportSize({ width: 320, height: 568 })
  await page.goto('/signin?lng=de')
  await expect(page.getByRole('textbox')).toBeInViewport({ ratio: 1 })
  await expect(page.locator('button[type=submit]')).toBeInViewport({ ratio: 1 })
  if (size !== null) await page.setViewportSize(size)
  await page.goto('/signin?lng=en')
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
  // There is no next step, so both keys of a pedal start and stop.
  await page.keyboard.press('PageDown')
  await expect(button(page, 'Start metronome')).toBeVisible()
  await page.keyboard.press('PageUp')
  await expect(button(page, 'Stop metronome')).toBeVisible()

  await button(page, 'Tempo trainer').click()
  await expect(button(page, 'Tempo trainer')).toHaveAttribute('aria-pressed', 'true')
  for (const run of [1, 2]) {
    await button(page, 'Clean').click()
    await expect(page.getByText(new RegExp(`^\\+\\d\\sbpm, ${run} of 3 clean`))).toBeVisible()
  }
  // The right pedal says Clean too.
  await page.keyboard.press('PageDown')
  const trained = 125 + Math.round(125 * 0.035)
  await expect.poll(() => tempoOf(page)).toBe(trained)
  await expectClicksAt(page, trained)
  await button(page, 'Click settings').click()
  await clickSettingsTab(page, 'Trainer').click()
  await clickSettings(page).getByText('Every few bars').click()
  await page.keyboard.press('Escape')
  await expect(page.getByText(/^\+\d+\sbpm every \d+ bars$/)).toBeVisible()

  await recordPressTimes(page)
  await page.getByRole('link', { name: 'Practice my pieces' }).click()
  await expect(page).toHaveURL(/\/signin$/)
  await expect(emailField(page)).toBeFocused()
  const leftAt = await lastPressAudioTime(page)
  await waitForAudioTime(page, leftAt + 1.5)
  // Clicks that were already scheduled may sound for half a second.
  expect((await clickTimesSince(page, leftAt)).filter(time => time > leftAt + 0.5)).toEqual([])

  await page.goBack()
  await expect(heading(page)).toBeVisible()
  expect(await tempoOf(page)).toBe(trained)
  await button(page, 'Back').click()
  await expect(emailField(page)).toBeVisible()
})
