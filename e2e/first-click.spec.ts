import type { Locator } from '@playwright/test'
import { button, emailField } from './controls.ts'
import { expect, signInLinkIn, test } from './musician.ts'

test('[JB6] from the sign-in to the first click it takes eleven presses and four typed entries @main', async ({
  page,
  musician,
}) => {
  const from = performance.now()
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
  await expect(page.getByText('Step 1 of 4')).toBeVisible()
  await type('Clair de lune')
  await press(button(page, 'Next'))
  await expect(page.getByText('Step 2 of 4')).toBeVisible()
  await press(button(page, 'Next'))
  await expect(page.getByText('Step 3 of 4')).toBeVisible()
  await type('96')
  await press(button(page, 'Next'))
  await expect(page.getByText('Step 4 of 4')).toBeVisible()
  await type('72')
  await press(button(page, 'Save'))
  await press(button(page, 'Start practicing'))
  await press(button(page, 'Start metronome'))
  await expect(button(page, 'Stop metronome')).toBeVisible()

  // Of a script that knows where to press, with the mail at hand: what the product itself makes a musician wait.
  const seconds = (performance.now() - from) / 1000
  test.info().annotations.push({ type: 'seconds to the first click', description: seconds.toFixed(1) })
  console.info(`from the sign-in to the first click: ${seconds.toFixed(1)} s`)
  expect({ presses, entries }).toEqual({ presses: 11, entries: 4 })
})
