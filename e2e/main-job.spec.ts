import type { Locator } from '@playwright/test'
import { button, emailField } from './controls.ts'
import { expect, signInLinkIn, test } from './musician.ts'

test('[JB1][JB6] from the sign-in to the first click it takes eleven presses and four typed entries; the tempo is found again after a reload and on a second device @main', async ({
  page,
  musician,
}) => {
  let presses = 0
  let entries = 0
  const press = async (target: Locator) => {
    await target.click()
    presses += 1
  }
  // Typed where the focus is: a field that has to be pressed first is a press more.
  const type = async (words: string) => {
    await page.keyboard.type(words)
    entries += 1
  }

  await page.goto('/signin')
  await press(emailField(page))
  await type(musician.email)
  await press(button(page, 'Send me a sign-in link'))
  await expect(page.getByRole('heading', { name: 'check your email' })).toBeVisible()
  // The link in the mail.
  await page.goto(signInLinkIn(await musician.newestMail()))
  presses += 1

  await press(button(page, 'Add your first piece'))
  await press(page.getByRole('button', { name: 'Whole piece' }))
  for (const [step, words] of ['Clair de lune', null, '96', '72'].entries()) {
    await expect(page.getByText(`Step ${step + 1} of 4`)).toBeVisible()
    if (words !== null) await type(words)
    await press(button(page, step === 3 ? 'Save' : 'Next'))
  }
  await press(button(page, 'Start practicing'))
  await press(button(page, 'Start metronome'))
  await expect(button(page, 'Stop metronome')).toBeVisible()
  expect({ presses, entries }).toEqual({ presses: 11, entries: 4 })

  await page.getByRole('slider', { name: 'tempo' }).fill('84')
  await page.getByRole('button', { name: /^Next/ }).click()
  await expect(page.getByRole('heading', { name: /Congratulations/ })).toBeVisible()
  await page.goto('/pieces')
  await expect(page.getByText('87%')).toBeVisible()
  await page.reload()
  await expect(page.getByText('87%')).toBeVisible()
  const phone = await musician.secondDevice()
  await phone.goto('/pieces')
  await expect(phone.getByText('Clair de lune')).toBeVisible()
  await expect(phone.getByText('87%')).toBeVisible()
})
