import type { Page } from '@playwright/test'
import { signInLinkIn, expect, test } from '../musician.ts'

// The whole job with nothing but keys: no click, no fill, no focus() in this file.

// A ring that fades in is waited for at each of hundreds of stops.
test.use({ contextOptions: { reducedMotion: 'reduce' } })

test('[UI40] from signing in to logging out by keyboard alone, and one always sees where one is @main', async ({
  page,
  musician,
}) => {
  test.setTimeout(240_000)
  const keys = keyboardOf(page)

  await page.goto('/signin')
  await keys.goTo('textbox', 'your email')
  await keys.type(musician.email)
  await keys.goTo('button', 'Send me a sign-in link')
  await keys.press('Enter')
  await expect(page.getByRole('heading', { name: 'check your email' })).toBeVisible()
  await page.goto(signInLinkIn(await musician.newestMail()))

  await expect(page.getByRole('button', { name: 'Add your first piece' })).toBeVisible()
  await keys.goTo('button', 'Add your first piece')
  await keys.press('Enter')
  await expect(page.getByRole('heading', { name: 'how do you practice it?' })).toBeFocused()
  await keys.goTo('button', 'Split in sections')
  await keys.press('Space')
  await keys.isAt('textbox', 'name of the piece')
  await keys.type('Gigue')
  await keys.goTo('button', 'Next')
  await keys.press('Enter')
  await keys.isAt('radio', '3')
  await keys.press('ArrowRight')
  await expect(page.getByRole('radio', { name: '4' })).toBeChecked()
  await keys.goTo('button', 'Next')
  await keys.press('Enter')
  await keys.isAt('spinbutton', 'goal bpm')
  await keys.type('120')
  await keys.goTo('button', 'Next')
  await keys.press('Enter')
  await keys.isAt('textbox', 'new section')
  for (const [section, tempo] of [
    ['A', '60'],
    ['B', '90'],
  ] as const) {
    await keys.goTo('textbox', 'new section')
    await keys.type(section)
    await keys.goTo('spinbutton', 'current bpm')
    await keys.type(tempo)
    await keys.goTo('button', 'Add section')
    await keys.press('Enter')
    await expect(page.getByRole('button', { name: `Edit ${section}` })).toBeVisible()
    await keys.isSomewhere()
  }
  await keys.goTo('button', 'Save')
  await keys.press('Enter')
  // The first piece leads to today.
  await expect(page.getByRole('heading', { name: 'today', exact: true })).toBeFocused()
  await keys.goTo('button', 'Start practicing')
  await keys.press('Enter')
  await expect(page.getByRole('heading', { name: 'Gigue' })).toBeFocused()
  await keys.goTo('slider', 'tempo')
  await keys.press('ArrowRight')
  await keys.goTo('button', 'one bpm more')
  await keys.press('Space')
  await expect(page.getByRole('slider')).toHaveValue('62')
  await keys.goTo('button', 'Start metronome', 'back')
  await keys.press('Space')
  await expect(page.getByRole('button', { name: 'Stop metronome' })).toBeFocused()
  await keys.goTo('button', 'Next')
  await keys.press('Enter')
  await expect(page.getByText('2 of 2')).toBeVisible()
  await keys.isSomewhere()
  await keys.goTo('button', 'Skip')
  await keys.press('Enter')
  await expect(page.getByRole('heading', { name: /Congratulations: 2 bpm gained/ })).toBeFocused()
  await keys.goTo('button', 'Tell us how it went')
  await keys.press('Enter')
  await expect(page.getByRole('dialog')).toBeVisible()
  await keys.press('Escape')
  await keys.isAt('button', 'Tell us how it went')

  await keys.goTo('link', 'Pieces')
  await keys.press('Enter')
  await expect(page.getByRole('heading', { name: 'my pieces' })).toBeFocused()
  await keys.goTo('link', 'Edit Gigue')
  await keys.press('Enter')
  await expect(page.getByRole('heading', { name: 'edit Gigue' })).toBeFocused()
  await keys.goTo('button', 'Delete B')
  await keys.press('Enter')
  await expect(page.getByRole('button', { name: 'Delete B' })).toHaveCount(0)
  await keys.isSomewhere()
  await keys.goTo('button', 'Delete piece')
  await keys.press('Enter')
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await keys.isAt('button', 'Keep it')
  await keys.press('Escape')
  await keys.isAt('button', 'Delete piece')
  await keys.press('Enter')
  await keys.goTo('button', 'Delete')
  await keys.press('Enter')
  await expect(page.getByRole('heading', { name: 'my pieces' })).toBeFocused()

  await keys.goTo('link', 'Account')
  await keys.press('Enter')
  await expect(page.getByRole('heading', { name: musician.email })).toBeFocused()
  await keys.goTo('button', 'Log out')
  await keys.press('Enter')
  await expect(page.getByRole('alertdialog', { name: 'Log out?' })).toBeVisible()
  await keys.goTo('button', 'Log out')
  await keys.press('Enter')
  await expect(page).toHaveURL(/\/signin$/)
})

type Stop = { role: string; name: string; isVisible: boolean; ring: number; contrast: number }

/** The hands of somebody who has only keys: every Tab must show where it led, and no screen may hold them. */
function keyboardOf(page: Page) {
  function expectMarked(stop: Stop) {
    expect(stop.isVisible, `${stop.role} ${stop.name} is seen`).toBe(true)
    expect(stop.ring, `${stop.role} ${stop.name} has a ring of 2 px`).toBeGreaterThanOrEqual(2)
    expect(stop.contrast, `the ring of ${stop.role} ${stop.name} is seen`).toBeGreaterThanOrEqual(3)
  }
  // Some buttons explain themselves behind their name.
  const isIt = (stop: Stop, role: string, name: string) =>
    stop.role === role && (stop.name === name || stop.name.startsWith(`${name} `))
  return {
    press: (key: string) => page.keyboard.press(key),
    type: (text: string) => page.keyboard.type(text),
    /** Tab until there; a whole round without it is a trap. */
    async goTo(role: string, name: string, way: 'on' | 'back' = 'on') {
      if (isIt(await stopOf(page), role, name)) return
      const passed: string[] = []
      for (let press = 0; press < 40; press++) {
        await page.keyboard.press(way === 'on' ? 'Tab' : 'Shift+Tab')
        const stop = await stopOf(page)
        // Between the last and the first stop lies the window of the browser.
        if (stop.role === 'body') continue
        expectMarked(stop)
        if (isIt(stop, role, name)) return
        passed.push(`${stop.role} ${stop.name}`)
      }
      throw new Error(`no way to ${role} ${name}: ${passed.join(', ')}`)
    },
    async isAt(role: string, name: string) {
      await expect.poll(async () => isIt(await stopOf(page), role, name)).toBe(true)
    },
    /** What had the focus may be gone, but the focus must not. */
    async isSomewhere() {
      await expect.poll(async () => (await stopOf(page)).role).not.toBe('body')
    },
  }
}

/** What has the focus: as it is called, whether it is seen, and what shows that it has it. */
async function stopOf(page: Page): Promise<Stop> {
  const ring = await page.evaluate(ringOfFocus)
  if (ring === null) return { role: 'body', name: '', isVisible: false, ring: 0, contrast: 0 }
  const [role = '', name = ''] = rolesAndNames(await page.locator(':focus').first().ariaSnapshot())
  return { role, name, ...ring }
}

const rolesAndNames = (snapshot: string) => /^- (\w+)(?: "((?:[^"\\]|\\.)*)")?/.exec(snapshot)?.slice(1) ?? []

/** In the page: the ring of what has the focus, an outline or a shadow, on it, or on what is painted for it. */
async function ringOfFocus() {
  // A ring that is still fading in is none yet.
  await Promise.allSettled(document.getAnimations().map(moving => moving.finished))
  const element = document.querySelector(':focus')
  if (element === null) return null
  const painted = [
    element,
    element.nextElementSibling,
    element.closest('label'),
    element.closest('label, li, article'),
  ].filter(candidate => candidate !== null)
  const shown = [
    { owner: element, style: getComputedStyle(element, '::after') },
    ...painted.map(owner => ({ owner, style: getComputedStyle(owner) })),
  ]
  // What is transparent, as the radio under its own drawing, shows no ring.
  const seen = shown.filter(({ style }) => style.opacity !== '0')
  const rings = seen.map(({ owner, style: { outlineStyle, outlineWidth, outlineColor, boxShadow } }) => {
    if (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0)
      return { owner, ring: Number.parseFloat(outlineWidth), color: outlineColor }
    const shadow = /(rgba?\([^)]+\)) 0px (\d+)px/.exec(boxShadow)
    return { owner, ring: Number(shadow?.[2] ?? 0), color: shadow?.[1] ?? 'rgb(0,0,0)' }
  })
  const { owner, ring, color } = rings.toSorted((a, b) => b.ring - a.ring)[0] ?? {
    owner: element,
    ring: 0,
    color: '',
  }
  // The ring lies around what bears it, so its ground is what that stands on.
  let ground: Element | null = owner.parentElement
  while (ground !== null && getComputedStyle(ground).backgroundColor === 'rgba(0, 0, 0, 0)')
    ground = ground.parentElement
  const behind = ground === null ? 'rgb(255,255,255)' : getComputedStyle(ground).backgroundColor
  const light = (text: string) => {
    const [red = 0, green = 0, blue = 0] = (text.match(/[\d.]+/g) ?? []).map(Number).map(part => {
      const share = part / 255
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
    })
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
  }
  const [high, low] = [light(color), light(behind)].toSorted((a, b) => b - a) as [number, number]
  const box = (element.closest('label') ?? element).getBoundingClientRect()
  const isVisible =
    box.width > 0 && box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth
  return { ring, contrast: (high + 0.05) / (low + 0.05), isVisible }
}
