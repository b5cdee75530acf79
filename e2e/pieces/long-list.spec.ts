import { listEntry } from '../controls.ts'
import { expect, test } from '../musician.ts'

const NAMES = ['Adagio', 'Ballade', 'Courante', 'Double', 'Étude', 'Fugue']
const MORE = ['Gigue', 'Humoresque', 'Invention', 'Jig', 'Kanon']

test('[PS1][PS2] from twelve pieces on they are searched and sorted, and the order is kept', async ({
  page,
  musician,
}) => {
  await musician.signIn()
  await musician.become({ plan: 'pro' })
  await musician.fillLibrary(
    [...NAMES, ...MORE].map((name, at) => ({
      name,
      importance: 3,
      endTempo: 100,
      parts: [[null, 50 + at]],
    })),
  )
  const cards = page.getByRole('main').getByRole('listitem')
  await page.goto('/pieces')
  await expect(listEntry(page, 'Kanon')).toContainText('not practiced yet')
  await expect(page.getByRole('searchbox')).toBeHidden()

  await musician.fillLibrary([{ name: 'Largo', importance: 3, endTempo: 100, parts: [[null, 99]] }])
  const search = page.getByRole('searchbox', { name: 'search' })
  await expect(search).toBeVisible()
  await page.keyboard.press('/')
  await expect(search).toBeFocused()
  await page.keyboard.type('etude')
  await expect(page.getByRole('status').filter({ hasText: '1 piece found' })).toBeVisible()
  await expect(cards).toHaveText([/^Étude/])
  await search.fill('')

  await page.getByRole('radio', { name: 'progress' }).check({ force: true })
  await expect(cards.first()).toContainText('Largo')
  await page.reload()
  await expect(cards.first()).toContainText('Largo')
  await expect(page.getByRole('radio', { name: 'progress' })).toBeChecked()
})
