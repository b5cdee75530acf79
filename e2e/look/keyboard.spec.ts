import type { Page } from '@playwright/test'
import { signInLinkIn, expect, test } from '../musician.ts'
import { describeFocus } from '../states/in-reach.ts'

// This file uses keys only: no click, no fill, no focus().

// Otherwise the test would wait for the focus ring to fade in at each of hundreds of stops.
test.use({ contextOptions: { reducedMotion: 'reduce' } })

test('[UI40] from signing in to logging out by keyboard alone, and one always sees where one is @main', async ({
  page,
  musician,
}) => {
  test.setTimeout(240_000)
  const keys = createKeyboardUser(page)

  await page.goto('/signin')
  await keys.isAt('textbox', 'your email')
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
    await keys.keepsFocus()
  }
  await keys.goTo('button', 'Save')
  await keys.press('Enter')
  // The first piece leads to its first step.
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
  await keys.keepsFocus()
  await keys.goTo('button', 'Skip')
  await keys.press('Enter')
  await expect(page.getByRole('heading', { name: /Congratulations: 2 bpm gained/ })).toBeFocused()
  await keys.goTo('button', 'Tell us about Dacapo')
  await keys.press('Enter')
  await expect(page.getByRole('dialog')).toBeVisible()
  await keys.press('Escape')
  await keys.isAt('button', 'Tell us about Dacapo')

  await keys.goTo('link', 'Pieces')
  await keys.press('Enter')
  await expect(page.getByRole('heading', { name: 'my pieces' })).toBeFocused()
  await keys.goTo('link', 'Edit Gigue')
  await keys.press('Enter')
  await expect(page.getByRole('heading', { name: 'edit Gigue' })).toBeFocused()
  await keys.goTo('button', 'Delete B')
  await keys.press('Enter')
  await expect(page.getByRole('button', { name: 'Delete B' })).toHaveCount(0)
  await keys.keepsFocus()
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

type FocusStop = { role: string; name: string; isMarked: boolean; isSeen: boolean }

function createKeyboardUser(page: Page) {
  // The accessible names of some buttons continue with an explanation.
  const isIt = (stop: FocusStop, role: string, name: string) =>
    stop.role === role && (stop.name === name || stop.name.startsWith(`${name} `))
  return {
    press: (key: string) => page.keyboard.press(key),
    type: (text: string) => page.keyboard.type(text),
    async goTo(role: string, name: string, way: 'on' | 'back' = 'on') {
      if (isIt(await focusedStop(page), role, name)) return
      const passed: string[] = []
      for (let press = 0; press < 40; press++) {
        await page.keyboard.press(way === 'on' ? 'Tab' : 'Shift+Tab')
        const stop = await focusedStop(page)
        // After the last stop the focus is on the browser's own controls.
        if (stop.role === 'body') continue
        expect(stop, `${stop.role} ${stop.name}`).toMatchObject({ isSeen: true, isMarked: true })
        expect(wordsSaidTwice(stop), `${stop.role} ${stop.name}`).toEqual([])
        if (isIt(stop, role, name)) return
        passed.push(`${stop.role} ${stop.name}`)
      }
      throw new Error(`no way to ${role} ${name}: ${passed.join(', ')}`)
    },
    async isAt(role: string, name: string) {
      await expect.poll(async () => isIt(await focusedStop(page), role, name)).toBe(true)
    },
    async keepsFocus() {
      await expect.poll(async () => (await focusedStop(page)).role).not.toBe('body')
    },
  }
}

function wordsSaidTwice({ role, name }: FocusStop): string[] {
  const words: string[] =
    name
      .replace('(end tempo)', '')
      .toLowerCase()
      .match(/\p{L}{3,}/gu) ?? []
  return words.filter((word, at) => words.indexOf(word) !== at || word === role)
}

async function focusedStop(page: Page): Promise<FocusStop> {
  const focus = await describeFocus(page)
  if (focus === null) return { role: 'body', name: '', isMarked: false, isSeen: false }
  const snapshot = await page.locator(':focus').first().ariaSnapshot()
  const [, role = '', name = ''] = /^- (\w+)(?: "((?:[^"\\]|\\.)*)")?/.exec(snapshot) ?? []
  return { role, name, ...focus }
}
