import { button, listEntry, successToast } from '../controls.ts'
import { expect, test } from '../musician.ts'

test.use({ expectedFaults: [/Failed to load resource/] })

const NAMES = 'Adagio Ballade Courante Double Étude Fugue Gigue Humoresque Invention Jig Kanon'.split(' ')

test('[PS1][PS2][OH1] from twelve pieces on they are searched, filtered and sorted, which is kept; from a menu one is put on hold, or several at once, which Undo takes back', async ({
  page,
  musician,
}) => {
  await musician.signIn()
  await musician.become({ plan: 'pro' })
  await musician.fillLibrary(
    NAMES.map((name, index) => ({
      name,
      importance: 3,
      endTempo: 100,
      parts: index === 0 ? [['Prestissimo', 50]] : [[null, 50 + index]],
      ...(index === 1 && { performedIn: 9 }),
    })),
  )
  const cards = page.getByRole('main').getByRole('listitem')
  await page.goto('/pieces')
  await expect(listEntry(page, 'Kanon')).toContainText('not practiced yet')
  await expect(page.getByRole('searchbox')).toBeHidden()
  await button(page, 'More for Kanon').click()
  await expect(button(page, 'Put on hold')).toBeVisible()
  await expect(button(page, 'Select several')).toBeHidden()
  await page.keyboard.press('Escape')

  await musician.fillLibrary([{ name: 'Largo', importance: 3, endTempo: 100, parts: [[null, 99]] }])
  const search = page.getByRole('searchbox', { name: 'search' })
  await expect(search).toBeVisible()
  await page.keyboard.press('/')
  await expect(search).toBeFocused()
  await page.keyboard.type('etude')
  await expect(page.getByRole('status').filter({ hasText: '1 piece found' })).toBeVisible()
  await expect(cards).toHaveText([/^Étude/])
  await search.fill('prestissi')
  await expect(cards).toHaveText([/^Adagio/])
  await search.fill('Adagietto')
  await expect(page.getByRole('heading', { name: 'nothing found' })).toBeVisible()
  await search.press('Escape')
  await expect(cards).toHaveCount(12)
  await expect(cards.nth(1)).toHaveText(/^Ballade.*in 9 days/)

  await page.getByRole('radio', { name: 'progress' }).check({ force: true })
  await expect(cards.first()).toContainText('Largo')
  await page.reload()
  await expect(cards.first()).toContainText('Largo')
  await expect(page.getByRole('radio', { name: 'progress' })).toBeChecked()
  await button(page, 'reverse order').click()
  await expect(cards.last()).toContainText('Largo')
  await page.getByRole('radio', { name: 'with a date' }).check({ force: true })
  await expect(cards).toHaveText([/^Ballade/])
  await page.getByRole('radio', { name: 'on hold' }).check({ force: true })
  await expect(page.getByText('None of your pieces is shown with this choice.')).toBeVisible()
  await button(page, 'Show all').click()
  await expect(page.getByRole('heading', { name: 'my pieces' })).toBeFocused()
  await expect(cards).toHaveCount(12)

  await test.step('from its menu a piece goes into the group at the end, and the focus to the next', async () => {
    await button(page, 'More for Double').press('Enter')
    await page.keyboard.press('Tab')
    await expect(button(page, 'Put on hold')).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(button(page, 'More for Double')).toBeFocused()
    await page.keyboard.press('Enter')
    await button(page, 'Put on hold').press('Enter')
    await expect(successToast(page, 'Double is on hold')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'on hold', level: 2 })).toBeVisible()
    await expect(page.getByRole('heading', { level: 3 })).toHaveText(['Double'])
    await expect(page.getByRole('link', { name: 'Étude', exact: true })).toBeFocused()
  })

  await test.step('several at once, without a connection', async () => {
    await page.route('**/api/v1/sync', route => route.abort())
    await button(page, 'More for Fugue').click()
    await button(page, 'Select several').click()
    await expect(page.getByRole('checkbox', { name: 'Fugue' })).toBeFocused()
    await expect(page.getByRole('checkbox', { name: 'Fugue' })).toBeChecked()
    await button(page, 'Cancel').click()
    await expect(page.getByRole('link', { name: 'Fugue', exact: true })).toBeFocused()
    await button(page, 'More for Fugue').click()
    await button(page, 'Select several').click()
    await listEntry(page, 'Gigue').click()
    await button(page, 'Put on hold (2)').click()
    await expect(successToast(page, '2 pieces are on hold')).toBeVisible()
    await expect(page.getByRole('heading', { level: 3 })).toHaveText(['Double', 'Fugue', 'Gigue'])
    await expect(page.getByRole('checkbox')).toHaveCount(0)

    await expect(page.getByRole('main').getByRole('link').and(page.locator(':focus'))).toHaveCount(1)
    await successToast(page, '2 pieces').getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByRole('heading', { level: 3 })).toHaveText(['Double'])
  })

  await test.step('back from a piece on hold the focus is on it', async () => {
    await page.getByRole('link', { name: 'Double', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'Double', level: 1 })).toBeFocused()
    await page.goBack()
    await expect(page.getByRole('link', { name: 'Double', exact: true })).toBeFocused()
  })

  await test.step('and from its form, which has taken it off hold, too', async () => {
    await page.getByRole('link', { name: 'Edit Double' }).click()
    await page.getByRole('checkbox', { name: 'On hold' }).press('Space')
    await button(page, 'Save').click()
    await expect(page.getByRole('heading', { level: 3 })).toHaveCount(0)
    await expect(page.getByRole('link', { name: 'Edit Double' })).toBeFocused()
  })
})
