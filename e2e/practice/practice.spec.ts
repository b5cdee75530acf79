import type { Page } from '@playwright/test'
import { waitOutPedalBounce, button, listEntry, successToast, skipSteps } from '../controls.ts'
import { expect, test } from '../musician.ts'
import { heading, tempoSlider } from './two-pieces.ts'

const litDot = (page: Page) => page.locator('b[class*="sounding"]')

test.beforeEach(async ({ page, musician }) => {
  await musician.signIn()
  await musician.fillLibrary()
  await page.goto('/practice')
  await expect(page.getByRole('heading', { name: 'today', exact: true })).toBeVisible()
})

test('[PX1][PX4][TE1][PX6][PX7][PX9][SE2][PX10] the overview shows the parts by priority; a step shows everything and moves the tempo; Next saves it once, a reload comes back to the step, and the congratulations list the gains @main', async ({
  page,
}) => {
  await test.step('the overview shows the parts in the order of their priority, and why', async () => {
    const rows = page.getByRole('list').filter({ hasText: 'Clair de lune' }).getByRole('listitem')
    await expect(rows).toHaveText([
      /now\s*Clair de lune \(En animant\).*54.*96.*42\sbpm to go, not\spracticed yet/,
      /soon\s*Clair de lune \(bars 27–36\).*72.*96.*24\sbpm to go/,
      /soon\s*Clair de lune \(Andante très expressif\)/,
      /soon\s*Kreutzer no\. 8/,
      /soon\s*Bach Partita 2 \(Giga\)/,
      /soon\s*Bach Partita 2 \(Allemanda\)/,
      /later\s*The Swan.*at goal/,
    ])
  })

  await test.step('a step shows everything, and the slider and its buttons move the tempo', async () => {
    await button(page, 'Start practicing').click()
    await expect(heading(page)).toHaveText('Clair de lune')
    await expect(heading(page)).toBeFocused()
    await expect(page.getByText('En animant')).toBeVisible()
    await expect(page.getByText('54 bpm', { exact: true })).toBeVisible()
    await expect(page.getByText('1 of 7')).toBeVisible()
    await expect(page.getByText('goal 96 bpm')).toBeVisible()
    await expect(page.getByText('urgency 5 / 5')).toBeVisible()
    await expect(button(page, 'Back')).toBeDisabled()
    await expect(tempoSlider(page)).toHaveAttribute('min', '40')
    await expect(tempoSlider(page)).toHaveAttribute('max', '116')
    await button(page, 'one bpm more').click()
    await expect(tempoSlider(page)).toHaveValue('55')
    await button(page, 'one bpm less').click()
    await button(page, 'one bpm less').click()
    await expect(page.getByText('53 bpm', { exact: true })).toBeVisible()
    await tempoSlider(page).fill('116')
    await button(page, 'one bpm more').click()
    await expect(tempoSlider(page)).toHaveValue('116')
    await expect(page.getByText('saves 116 bpm')).toBeVisible()
  })

  await test.step('Next saves what is shown, once, and a reload comes back to the step', async () => {
    await tempoSlider(page).fill('60')
    await button(page, 'Next').dblclick()
    await expect(page.getByText('2 of 7')).toBeVisible()
    await expect(successToast(page, 'Saved En animant, 60 bpm')).toBeVisible()
    await waitOutPedalBounce(page)
    await expect(page.getByText('2 of 7')).toBeVisible()
    await tempoSlider(page).fill('75')
    await page.reload()
    await expect(page.getByText('2 of 7')).toBeVisible()
    await expect(tempoSlider(page)).toHaveValue('75')
    // The saved tempo changes today's order; the routine keeps its own.
    await button(page, 'Back').click()
    await expect(tempoSlider(page)).toHaveValue('60')
    await button(page, 'Pause practice').click()
    await expect(listEntry(page, 'En animant')).toContainText('60')
    await expect(listEntry(page, 'En animant')).toContainText('practiced today')
    await expect(listEntry(page, 'bars 27–36')).toContainText('72')
  })

  await test.step('after the last part the congratulations list the gains and lead on', async () => {
    await button(page, 'Continue, 1 of 7').click()
    await expect(button(page, 'Next')).toHaveAccessibleDescription('60 bpm saved')
    await button(page, 'Next').click()
    await expect(page.getByText('2 of 7')).toBeVisible()
    await tempoSlider(page).fill('72')
    await waitOutPedalBounce(page)
    await button(page, 'Next').click()
    await expect(page.getByText('3 of 7')).toBeVisible()
    // Skip saves nothing.
    await tempoSlider(page).fill('60')
    const glide = page.evaluate(
      () =>
        new Promise<void>(done =>
          document.addEventListener('transitionend', event => event.propertyName === '--share' && done()),
        ),
    )
    await skipSteps(page, 5)
    await expect(
      page.getByRole('heading', { name: /Congratulations: 6 bpm gained, 1 part kept its tempo/ }),
    ).toBeFocused()
    await expect(page.getByRole('list', { name: 'what it brought' }).getByRole('listitem')).toHaveText([
      /Clair de lune.*\+6.*En animant, 54\s→\s60, goal\s96/,
      /Clair de lune.*kept.*bars 27–36, 72\s→\s72/,
    ])
    // The notehead glides from the old tempo to the new one.
    await glide
    await button(page, 'Tell us about Dacapo').click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await page.keyboard.press('Escape')
    await button(page, 'Done. Tomorrow, da capo.').click()
    await expect(page.getByRole('heading', { name: 'today', exact: true })).toBeVisible()
  })
})

test('[MT5][PX12][UI10] while it clicks the bar is away; the click is silent while the slider is held, and goes on afterwards', async ({
  page,
}) => {
  await test.step('while it clicks the bar is away, moves nothing, and comes back for the keyboard', async () => {
    const bar = page.getByRole('navigation', { name: 'main' })
    await button(page, 'Start practicing').click()
    const next = button(page, 'Next')
    const before = await next.boundingBox()
    await button(page, 'Start metronome').click()
    await expect(bar).not.toBeInViewport()
    expect(await next.boundingBox()).toEqual(before)
    await bar.getByRole('link', { name: 'Pieces' }).focus()
    await expect(bar).toBeInViewport()
    await next.click()
    await expect(button(page, 'Start metronome')).toBeVisible()
    await expect(bar).toBeInViewport()
  })

  await test.step('the click is silent while a key or a finger holds the slider, and goes on also when the system takes the drag away', async () => {
    await button(page, 'Start metronome').click()
    await expect(litDot(page)).toHaveCount(1)
    // The slider handles keys only when it was reached by Tab (rule PD5).
    await tempoSlider(page).focus()
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Tab')
    await expect(tempoSlider(page)).toBeFocused()
    await page.keyboard.down('ArrowRight')
    await expect(litDot(page)).toHaveCount(0)
    await page.keyboard.up('ArrowRight')
    for (const ending of ['pointercancel', 'blur']) {
      await expect(litDot(page)).toHaveCount(1)
      await tempoSlider(page).dispatchEvent('pointerdown')
      await expect(litDot(page)).toHaveCount(0)
      await page.evaluate(type => window.dispatchEvent(new Event(type)), ending)
    }
    await expect(litDot(page)).toHaveCount(1)
  })
})

test('[UI26] the tempo glides from the list to its step and from the last step to its result; no press waits for that, and with less motion nothing glides', async ({
  page,
}) => {
  // Pauses each glide at its start, and extends the time a slow machine has to show the next screen.
  await page.evaluate(() => {
    const wait = window.setTimeout.bind(window)
    const extended = (run: () => void, ms?: number) => wait(run, ms === 100 ? 3000 : ms)
    Reflect.set(window, 'setTimeout', extended)
    const start = document.startViewTransition.bind(document)
    document.startViewTransition = update => {
      const transition = start(update)
      void transition.ready.then(() => {
        for (const glide of document.getAnimations()) glide.pause()
      })
      return transition
    }
  })
  const glides = () =>
    page.evaluate(() => {
      const isGlide = ({ effect }: Animation) =>
        (effect as KeyframeEffect).pseudoElement === '::view-transition-group(tempo)'
      return document.getAnimations().filter(isGlide).length
    })
  await button(page, 'Start practicing').click()
  await expect.poll(glides).toBeGreaterThan(0)
  await button(page, 'Next').click()
  await expect(heading(page)).toHaveText('Clair de lune')
  await expect(button(page, '2 of 7, all parts')).toBeVisible()

  await skipSteps(page, 5)
  await waitOutPedalBounce(page)
  await button(page, 'Next').click()
  await expect(page.getByText('60 → 60')).toBeVisible()
  await expect.poll(glides).toBeGreaterThan(0)

  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goBack()
  await expect(button(page, '7 of 7, all parts')).toBeVisible()
  expect(await glides()).toBe(0)
})
