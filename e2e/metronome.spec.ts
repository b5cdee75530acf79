import type { Page } from '@playwright/test'
import { button } from './controls.ts'
import { expect, test } from './musician.ts'
import { audioTime, clicksSince, recordSound } from './sound-recorder.ts'

// The recorder is a script of the test's own.
test.use({ bypassCSP: true })

test.beforeEach(async ({ page, musician }) => {
  await recordSound(page)
  await musician.signIn()
  await musician.fillLibrary([
    { name: 'Toccata', importance: 5, endTempo: 120, parts: [[null, 120]] },
    { name: 'Fugue', importance: 1, endTempo: 120, parts: [[null, 120]] },
  ])
  await page.goto('/practice')
  await button(page, 'Start practicing').click()
  await expect(page.getByRole('heading', { name: 'Toccata' })).toBeVisible()
})

test('[MT2] at 120 bpm a click is heard every half second, to a millisecond', async ({ page }) => {
  await start(page)
  const from = await audioTime(page)
  await expect
    .poll(async () => (await clicksSince(page, from)).length, { timeout: 15_000 })
    .toBeGreaterThan(10)
  for (const interval of intervals(await clicksSince(page, from)))
    expect(Math.abs(interval - 0.5)).toBeLessThan(0.001)
})

test('[MT3] a page that stalls for two seconds loses no beat', async ({ page }) => {
  await start(page)
  const from = await audioTime(page)
  await page.evaluate(() => {
    const until = performance.now() + 2000
    while (performance.now() < until);
  })
  await page.waitForTimeout(1000)
  const heard = intervals(await clicksSince(page, from))
  expect(heard.length).toBeGreaterThanOrEqual(5)
  for (const interval of heard) expect(Math.abs(interval - 0.5)).toBeLessThan(0.001)
})

test('[MT4] a tempo stepped with the button is heard soon, and nothing odd between', async ({ page }) => {
  await start(page)
  const from = await audioTime(page)
  await page.waitForTimeout(1200)
  const pressedAt = await audioTime(page)
  await button(page, 'one bpm less').click()
  await page.waitForTimeout(2500)
  const clicks = await clicksSince(page, from)
  const odd = intervals(clicks).filter(
    interval => Math.abs(interval - 0.5) > 0.001 && Math.abs(interval - 60 / 119) > 0.001,
  )
  expect(odd).toEqual([])
  const firstNew = clicks.find((time, index) => Math.abs((clicks[index + 1] ?? 0) - time - 60 / 119) < 0.001)
  expect((firstNew ?? Infinity) - pressedAt).toBeLessThan(0.2 + 0.5 + 0.2)
})

test('[MT6] while the slider is dragged it is silent, afterwards it goes on in the new tempo', async ({
  page,
}) => {
  await start(page)
  const box = await page.getByRole('slider', { name: 'tempo' }).boundingBox()
  if (box === null) throw new Error('no slider')
  const y = box.y + box.height / 2
  await page.mouse.move(box.x + box.width * 0.8, y)
  await page.mouse.down()
  const held = await audioTime(page)
  for (let step = 0; step < 10; step++) {
    await page.mouse.move(box.x + box.width * (0.8 - step * 0.04), y)
    await page.waitForTimeout(120)
  }
  const released = await audioTime(page)
  expect(released - held).toBeGreaterThan(1)
  expect((await clicksSince(page, held)).filter(time => time > held + 0.06)).toEqual([])
  await page.mouse.up()
  const tempo = Number(await page.getByRole('slider', { name: 'tempo' }).inputValue())
  expect(tempo).toBeLessThan(110)
  await expect.poll(async () => (await clicksSince(page, released)).length).toBeGreaterThan(3)
  const clicks = await clicksSince(page, released)
  for (const interval of intervals(clicks)) expect(Math.abs(interval - 60 / tempo)).toBeLessThan(0.001)
})

test('[MT6] a drag beside a silent metronome starts no sound', async ({ page }) => {
  await page.getByRole('slider', { name: 'tempo' }).click()
  await page.waitForTimeout(300)
  expect(await page.evaluate(() => window.audioContexts.length)).toBe(0)
})

for (const way of ['Leave practice', 'Skip', 'Next'] as const) {
  test(`[MT7] leaving the step by ${way} silences it at once`, async ({ page }) => {
    await start(page)
    await page.waitForTimeout(700)
    // The audio time of the press itself, not of the test that sends it.
    await page.evaluate(() => {
      document.addEventListener(
        'click',
        () => {
          Object.assign(window, { pressedAt: window.audioContexts[0]?.currentTime })
        },
        { capture: true },
      )
    })
    await page.getByRole('button', { name: new RegExp(`^${way}`) }).click()
    await page.waitForTimeout(1500)
    const pressedAt = await page.evaluate(() => Number(Reflect.get(window, 'pressedAt')))
    expect((await clicksSince(page, pressedAt)).filter(time => time > pressedAt + 0.06 + 0.2)).toEqual([])
  })
}

test('[MT5] after a stop the audio system goes to sleep, and the next start is heard', async ({ page }) => {
  await start(page)
  await button(page, 'Stop metronome').click()
  await expect
    .poll(() => page.evaluate(() => window.audioContexts[0]?.state), { timeout: 6000, intervals: [50] })
    .toBe('suspended')
  const from = await audioTime(page)
  await button(page, 'Start metronome').click()
  await expect.poll(async () => (await clicksSince(page, from)).length).toBeGreaterThan(3)
  expect(await page.evaluate(() => window.audioContexts.length)).toBe(1)
})

async function start(page: Page) {
  await button(page, 'Start metronome').click()
  await expect(button(page, 'Stop metronome')).toBeVisible()
  // From here on the recorder hears everything.
  await expect.poll(() => page.evaluate(() => window.heardClicks.length)).toBeGreaterThan(0)
}

const intervals = (times: number[]) => times.slice(1).map((time, index) => time - (times[index] ?? 0))
