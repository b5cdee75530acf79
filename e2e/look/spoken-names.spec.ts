import type { Page } from '@playwright/test'
import { button } from '../controls.ts'
import { expect, test } from '../musician.ts'

// What a screen reader says of each control, from the accessibility tree the browser builds.

type Spoken = { role: string; name: string; description: string; value: string; states: string[] }

const STATES = ['checked', 'pressed', 'expanded', 'selected', 'disabled', 'busy', 'required', 'invalid']
const CONTROLS = new Set([
  'button',
  'link',
  'radio',
  'slider',
  'spinbutton',
  'textbox',
  'radiogroup',
  'checkbox',
  'dialog',
  'alertdialog',
])

/** Every control of the page as the browser gives it to a screen reader. */
async function controlsOf(page: Page): Promise<Spoken[]> {
  const cdp = await page.context().newCDPSession(page)
  const { nodes } = await cdp.send('Accessibility.getFullAXTree')
  await cdp.detach()
  const byId = new Map(nodes.map(node => [node.nodeId, node]))
  /** Whether the browser made it, as the spin buttons of a date field. */
  function isInDateField({ parentId }: (typeof nodes)[number]): boolean {
    const parent = parentId === undefined ? undefined : byId.get(parentId)
    return parent !== undefined && (parent.role?.value === 'Date' || isInDateField(parent))
  }
  return nodes
    .filter(node => !node.ignored && CONTROLS.has(String(node.role?.value)) && !isInDateField(node))
    .map(node => ({
      role: String(node.role?.value),
      name: String(node.name?.value ?? ''),
      description: String(node.description?.value ?? ''),
      value: String(node.properties?.find(({ name }) => name === 'valuetext')?.value.value ?? ''),
      states: (node.properties ?? [])
        .filter(
          ({ name, value }) => STATES.includes(name) && value.value !== false && value.value !== 'false',
        )
        .map(({ name }) => name),
    }))
}

/** What is said twice: a word of one control, or of a control and the words its role and state are said with. */
function stutters({ role, name, description, value, states }: Spoken): string[] {
  const words = [name, value].flatMap(text => text.toLowerCase().match(/\p{L}{3,}/gu) ?? [])
  const twice = words.filter((word, at) => words.indexOf(word) !== at)
  const said = words.filter(word => [...states, role].includes(word))
  // A label that changes says the state; a state beside it would say the opposite of it.
  const both = /^(Start|Stop)/.test(name) && states.includes('pressed') ? ['pressed'] : []
  // A description may take a word up, as the field that Tap Tempo fills, but not the whole name.
  const again = description.toLowerCase().includes(name.toLowerCase()) ? [name] : []
  return [...twice, ...said, ...both, ...again].map(word => `${role} “${name}” says “${word}” twice`)
}

test('[UI40] no control says a word or a state of its own twice, and each has a name', async ({
  page,
  musician,
}) => {
  await musician.signIn()
  await musician.fillLibrary()

  async function check(where: string) {
    const controls = await controlsOf(page)
    expect(controls.length, where).toBeGreaterThanOrEqual(3)
    expect(
      controls.filter(({ name }) => name === ''),
      where,
    ).toEqual([])
    expect(controls.flatMap(stutters), where).toEqual([])
  }

  await page.goto('/pieces')
  await expect(page.getByRole('link', { name: /^Edit Clair/ })).toBeVisible()
  await check('pieces')
  await page.getByRole('link', { name: /^Edit Clair/ }).click()
  await expect(button(page, 'Save')).toBeVisible()
  await check('edit')
  await button(page, 'Delete piece').click()
  await check('edit, deleting')
  await page.goto('/account')
  await expect(page.getByRole('radiogroup').first()).toBeVisible()
  await check('account')
  // A group of radios says its name once.
  for (const group of await page.getByRole('radiogroup').all()) {
    const snapshot = await group.ariaSnapshot()
    const name = /radiogroup "([^"]+)"/.exec(snapshot)?.[1] ?? ''
    expect(name).not.toBe('')
    expect(snapshot.split(name)).toHaveLength(2)
  }
  await page.goto('/practice')
  await button(page, 'Start practicing').click()
  await expect(page.getByRole('slider')).toBeVisible()
  await check('step')
  await button(page, 'Start metronome').click()
  await expect(button(page, 'Stop metronome')).toBeVisible()
  await check('step, running')
})
