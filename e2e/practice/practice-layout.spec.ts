import type { Locator, Page } from '@playwright/test'
import { button, successToast } from '../controls.ts'
import { expect, test } from '../musician.ts'
import { waitForAnimations } from '../states/wait-for-animations.ts'
import { chooseLanguageInOtherTab } from '../states/other-tab.ts'
import { keepToastsOpen } from '../states/trouble.ts'

// A step in windows of all sizes: whether it fits, whether it is readable, and what a toast covers.

const PHONES = [
  [320, 568],
  [360, 640],
  [375, 667],
  [390, 844],
  [844, 390],
  [667, 375],
  [568, 320],
] as const
const ALL_SIZES = [...PHONES, [768, 1024], [1024, 768], [1440, 900], [2560, 1440]] as const

// Names of the maximum length that cannot be broken, and tempos of three digits, which have the smaller type.
const LONGEST_NAMES = [
  {
    name: 'Donaudampfschifffahrtspol',
    importance: 5,
    endTempo: 208,
    parts: [
      ['Durchführungsüberleitungs', 140],
      ['Schlussgruppenerweiterung', 120],
    ],
  },
] as const

/** Readable from 2 m: 20 minutes of arc, four times the limit of good eyesight, at 160 px per inch. */
const MIN_DIGIT_PX = 73.3

// English comes last, because the test continues in it.
const LANGUAGES = ['de', 'en'] as const

const start = (page: Page) => page.getByRole('button', { name: /^(Start practicing|Üben beginnen)$/ }).click()
const tempo = (page: Page) => page.locator('main p').filter({ has: page.getByText('bpm', { exact: true }) })

test('[PX13][PX19] a step fits every window with large buttons, in both languages, with the longest names; its tempo is readable from two meters on every phone, and a toast covers neither tempo, names nor buttons', async ({
  page,
  musician,
}) => {
  await musician.signIn()
  await musician.fillLibrary(LONGEST_NAMES)
  await page.goto('/practice')
  await start(page)
  await expect(tempo(page)).toHaveText(/120/)
  for (const language of LANGUAGES) {
    await chooseLanguageInOtherTab(page, language)
    for (const size of ALL_SIZES) {
      await expectToFit(page, size, language)
      if (!PHONES.some(phone => phone === size)) continue
      const where = `${language} ${size.join(' × ')}`
      expect(await digitHeightPx(tempo(page)), where).toBeGreaterThanOrEqual(MIN_DIGIT_PX)
    }
  }

  await test.step('a toast covers nothing', async () => {
    await keepToastsOpen(page)
    await page.reload()
    await button(page, 'Next').click()
    await expect(savedToast(page)).toBeVisible()
    for (const size of PHONES) await expectToastToFit(page, size)
  })
})

async function expectToFit(page: Page, [width, height]: readonly [number, number], language: string) {
  const where = `${language} ${width} × ${height}`
  await page.setViewportSize({ width, height })
  await waitForAnimations(page)
  const controls = await page.evaluate(measureControls)
  expect(
    controls.map(({ share }) => share),
    where,
    // The lowest window has no buttons for 5 bpm.
  ).toEqual(Array(height === 320 ? 13 : 15).fill(1))
  // The tempo buttons do not count as main buttons, because small windows show them in pairs.
  const main = controls.filter(({ isMain }) => isMain)
  expect(main).toHaveLength(3)
  expect(Math.min(...main.map(({ height }) => height)), where).toBeGreaterThanOrEqual(72)
  expect(Math.min(...controls.flatMap(({ width, height }) => [width, height])), where).toBeGreaterThanOrEqual(
    48,
  )
  expect(await page.evaluate(pageOverflow), where).toEqual([0, 0])
}

const savedToast = (page: Page) => successToast(page, 'Saved Schlussgruppenerweiterung, 120 bpm')

async function expectToastToFit(page: Page, [width, height]: readonly [number, number]) {
  const where = `${width} × ${height}`
  await page.setViewportSize({ width, height })
  await waitForAnimations(page)
  const { top, bottom, left, right } = await edges(savedToast(page))
  expect(left, where).toBeGreaterThanOrEqual(0)
  expect(right, where).toBeLessThanOrEqual(width)
  // The box of the name is 3 px taller than its letters.
  const name = await edges(page.getByText('Durchführungs'))
  expect(top, where).toBeGreaterThanOrEqual(name.bottom - 3)
  const digits = await edges(tempo(page))
  const topOfDigits = (digits.top + digits.bottom) / 2 - (await digitHeightPx(tempo(page))) / 2
  expect(bottom, where).toBeLessThanOrEqual(topOfDigits + 4)
  for (const name of ['Pause practice', 'Skip']) {
    const control = await edges(button(page, name))
    const isBeside = control.right <= left || right <= control.left
    expect(isBeside || control.bottom <= top || bottom <= control.top, `${name} at ${where}`).toBe(true)
  }
}

test('[PX45] with a routine paused, two whole rows of the list are seen on the smallest phones and six on a laptop', async ({
  page,
  musician,
}) => {
  await musician.signIn()
  await musician.fillLibrary()
  await page.goto('/practice')
  await start(page)
  await button(page, 'Next').click()
  await expect(page.getByText('2 of 7')).toBeVisible()
  await button(page, 'Pause practice').click()
  await expect(button(page, 'Continue, 2 of 7')).toBeVisible()
  for (const [width, height, rows] of [
    [320, 568, 2],
    [844, 390, 2],
    [1280, 800, 6],
  ] as const) {
    await page.setViewportSize({ width, height })
    await page.reload()
    await expect(button(page, 'Continue, 2 of 7')).toBeVisible()
    await waitForAnimations(page)
    const dock = await edges(button(page, 'Continue, 2 of 7'))
    const bottoms = await page
      .getByRole('listitem')
      .filter({ hasText: 'bpm' })
      .evaluateAll(items => items.map(item => item.getBoundingClientRect().bottom))
    const seen = bottoms.filter(bottom => bottom <= dock.top)
    expect(seen.length, `${width} × ${height}`).toBeGreaterThanOrEqual(rows)
  }
})

function measureControls() {
  const controls = [
    ...document.querySelectorAll<HTMLElement>('main [type=range], main button:not([class*=skip])'),
  ].filter(control => control.checkVisibility())
  return Promise.all(
    controls.map(
      control =>
        new Promise<{ share: number; width: number; height: number; isMain: boolean }>(resolve =>
          new IntersectionObserver(([entry], observer) => {
            observer.disconnect()
            const { width, height } = control.getBoundingClientRect()
            const isMain =
              control.closest('[class*=head], [class*=range], [class*=tools], [class*=stage]') === null &&
              !/bpm/.test(control.ariaLabel ?? '')
            resolve({ share: entry?.intersectionRatio ?? 0, width, height, isMain })
          }).observe(control),
        ),
    ),
  )
}

function pageOverflow() {
  const { scrollWidth, scrollHeight, clientWidth, clientHeight } = document.documentElement
  return [scrollWidth - clientWidth, scrollHeight - clientHeight]
}

async function digitHeightPx(of: Locator): Promise<number> {
  return of.evaluate(async element => {
    await document.fonts.ready
    const { fontWeight, fontSize, fontFamily } = getComputedStyle(element)
    const drawing = document.createElement('canvas').getContext('2d')
    if (drawing === null) throw new Error('no canvas')
    drawing.font = `${fontWeight} ${fontSize} ${fontFamily}`
    return drawing.measureText('1').actualBoundingBoxAscent
  })
}

async function edges(of: Locator) {
  const box = await of.boundingBox()
  if (box === null) throw new Error('not on screen')
  return { top: box.y, bottom: box.y + box.height, left: box.x, right: box.x + box.width }
}
