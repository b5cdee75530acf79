import { waitOutPedalBounce, button } from '../controls.ts'
import { expect, test } from '../musician.ts'
import { clickSettings, heading, openTwoPieces, signInWithTwoPieces, tempoSlider } from './two-pieces.ts'

// The whole routine with one kind of hand alone; with a pedal alone it stands in practice-shortcuts.spec.ts.

test.describe('a finger', () => {
  test.use({ hasTouch: true })

  test('[PD1] the whole routine by touch alone: click, tempo, settings, save, back, skip, end', async ({
    page,
    musician,
  }) => {
    await openTwoPieces(page, musician)
    const tap = (name: string) => button(page, name).tap()
    await tap('Start practicing')
    await expect(heading(page)).toHaveText('Toccata')
    await tap('Start metronome')
    await tap('+5 bpm')
    await tap('one bpm less')
    await expect(tempoSlider(page)).toHaveValue('104')
    await tap('Click settings')
    await clickSettings(page).getByRole('button', { name: 'beats in a bar: less' }).tap()
    await clickSettings(page).getByRole('button', { name: 'Close' }).tap()
    await tap('Stop metronome')
    await tap('Next')
    await expect(heading(page)).toHaveText('Fugue')
    await tap('Back')
    await expect(heading(page)).toHaveText('Toccata')
    await waitOutPedalBounce(page)
    await tap('Next')
    await expect(heading(page)).toHaveText('Fugue')
    await tap('Skip')
    await expect(heading(page)).toContainText('Congratulations: 4 bpm gained')
    await tap('Done. Tomorrow, da capo.')
    await expect(heading(page)).toHaveText('today')
  })
})

test('[PD1] the whole routine by keyboard alone: with the keys of the stand, and with Tab to each control @main', async ({
  page,
  musician,
}) => {
  await openTwoPieces(page, musician)
  const { keyboard } = page
  const to = async (name: string) => {
    for (let press = 0; press < 30; press++) {
      await keyboard.press('Tab')
      if (await button(page, name).evaluate(element => element === document.activeElement)) return
    }
    throw new Error(`no way to ${name} by Tab`)
  }
  await to('Start practicing')
  await keyboard.press('Enter')
  await expect(heading(page)).toHaveText('Toccata')
  await expect(heading(page)).toBeFocused()
  await keyboard.press('Space')
  await expect(button(page, 'Stop metronome')).toBeVisible()
  await keyboard.press('ArrowUp')
  await keyboard.press('ArrowDown')
  await keyboard.press('ArrowUp')
  await expect(tempoSlider(page)).toHaveValue('101')
  await keyboard.press('Space')
  await expect(button(page, 'Start metronome')).toBeVisible()
  await keyboard.press('Enter')
  await expect(heading(page)).toHaveText('Fugue')

  await to('Click settings')
  await keyboard.press('Enter')
  await expect(clickSettings(page)).toBeVisible()
  await keyboard.press('Escape')
  await expect(button(page, 'Click settings')).toBeFocused()
  await to('Start metronome')
  await keyboard.press('Space')
  await expect(button(page, 'Stop metronome')).toBeFocused()
  await keyboard.press('Enter')
  await expect(button(page, 'Start metronome')).toBeFocused()
  await to('+5 bpm')
  await keyboard.press('Enter')
  await expect(tempoSlider(page)).toHaveValue('95')
  await to('Next')
  await waitOutPedalBounce(page)
  await keyboard.press('Enter')
  await expect(heading(page)).toContainText('Congratulations: 6 bpm gained')
  await keyboard.press('Enter')
  await expect(heading(page)).toHaveText('today')
})

test('[MT23] the screen may sleep again when the routine is left, and is kept awake when the page comes back @window', async ({
  page,
  musician,
}) => {
  await signInWithTwoPieces(musician)
  await page.addInitScript(() => {
    const locks: WakeLockSentinel[] = []
    Object.assign(window, { locks })
    const native = navigator.wakeLock.request.bind(navigator.wakeLock)
    navigator.wakeLock.request = async type => {
      const lock = await native(type)
      locks.push(lock)
      return lock
    }
  })
  const locks = () =>
    page.evaluate(() => (Reflect.get(window, 'locks') as WakeLockSentinel[]).map(({ released }) => released))
  await page.goto('/practice')
  await expect(button(page, 'Start practicing')).toBeVisible()
  expect(await locks()).toEqual([])
  await button(page, 'Start practicing').click()
  await expect.poll(locks).toEqual([false])
  // What the system does while the page is hidden, and what it tells when it is back.
  await page.evaluate(async () => {
    await (Reflect.get(window, 'locks') as WakeLockSentinel[])[0]?.release()
    // It may tell so twice before the page has its lock.
    document.dispatchEvent(new Event('visibilitychange'))
    document.dispatchEvent(new Event('visibilitychange'))
  })
  await expect.poll(locks).toEqual([true, true, false])
  await button(page, 'Pause practice').click()
  await expect.poll(locks).toEqual([true, true, true])
})
