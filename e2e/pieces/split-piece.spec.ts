import { button, listEntry, successToast, numberField, textField } from '../controls.ts'
import { expect, test } from '../musician.ts'

test('[EP23][EP6] a whole piece is split in sections: its tempo and history stay with the first', async ({
  page,
  musician,
}) => {
  await musician.signIn()
  await musician.fillLibrary([{ name: 'The Swan', importance: 3, endTempo: 100, parts: [[null, 60]] }])
  await page.goto('/practice')
  await button(page, 'Start practicing').click()
  await button(page, 'Next').click()
  await page.getByRole('button', { name: /^Done/ }).click()
  await page.goto('/pieces')
  await page.getByRole('link', { name: 'Edit The Swan' }).click()

  await test.step('leaving the question changes nothing', async () => {
    await button(page, 'Split in sections').click()
    await expect(textField(page, 'new section name')).toBeFocused()
    await expect(numberField(page, 'current tempo')).toHaveValue('60')
    await button(page, 'Cancel').click()
    await expect(button(page, 'Split in sections')).toBeFocused()
  })

  await button(page, 'Split in sections').click()
  await textField(page, 'new section name').fill('Theme')
  await button(page, 'Save section').click()
  await expect(button(page, 'Add section')).toBeFocused()
  await button(page, 'Add section').click()
  await textField(page, 'new section').fill('Coda')
  await numberField(page, 'current tempo').fill('50')
  await button(page, 'Add section').click()
  await expect(page.getByRole('list', { name: 'sections' }).getByRole('listitem')).toHaveText([
    /Theme\s*60/,
    /Coda\s*50/,
  ])
  // The split waits for Save with everything else, also through a reload.
  await page.reload()
  await expect(page.getByText('Not saved yet')).toBeVisible()
  await button(page, 'Save').click()
  await expect(successToast(page, 'Saved The Swan')).toBeVisible()
  await expect(listEntry(page, 'The Swan')).toContainText('55%')
  await expect(listEntry(page, 'The Swan')).toContainText('practiced today')

  const other = await musician.secondDevice()
  await other.goto('/practice')
  await expect(listEntry(other, 'The Swan (Theme)')).toContainText('done')
  await expect(listEntry(other, 'The Swan (Coda)')).toContainText('not practiced yet')
})
