import { expect, test } from 'vitest'
import { statesOfRoute } from '../../e2e/states/state.ts'
import { renderIndexPage } from './index-page.ts'
import { planVisits, type PictureSelection } from './plan.ts'

const states = statesOfRoute('/pieces', 'signed-in', [
  { name: 'pieces', open: async () => undefined },
  { name: 'pieces-empty', open: async () => undefined },
  { name: 'new', open: async () => undefined },
])

function files(choice: PictureSelection) {
  const visits = planVisits(states, choice)
  return 'unknown' in visits ? visits : visits.flatMap(visit => visit.pictures.map(picture => picture.file))
}

test('[TL40] every state is pictured at five widths, in two themes and two languages', () => {
  const all = files({})
  expect(all).toHaveLength(states.length * 5 * 2 * 2)
  expect(new Set(all as string[]).size).toBe(states.length * 5 * 2 * 2)
})

test('[TL40] less is pictured when less is asked for', () => {
  expect(files({ state: 'pieces-e', width: '390', theme: 'dark', language: 'de' })).toEqual([
    'pieces-empty/390-dark-de.png',
  ])
  expect(files({ state: 'pieces,new', width: '320,1440', theme: 'light', language: 'en' })).toHaveLength(6)
})

test.each([
  [{ state: 'symphony' }, 'symphony'],
  [{ width: '390,391' }, '391'],
  [{ theme: 'blue' }, 'blue'],
  [{ language: 'it' }, 'it'],
])('[TL40] what nobody knows is named: %o', (choice, unknown) => {
  expect(files(choice)).toEqual({ unknown })
})

test('[TL40] the page that shows them has every picture', () => {
  const page = renderIndexPage(['pieces/390-light-en.png', 'new/390-light-en.png', 'pieces/320-dark-de.png'])
  expect(page.match(/<img [^>]*src="[^"]+"/g)).toHaveLength(3)
  expect(page.match(/<h2>/g)).toHaveLength(2)
})
