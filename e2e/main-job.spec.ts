import type { Locator, Page } from '@playwright/test'
import { button, textField } from './controls.ts'
import { expect, signInCodeIn, signInLinkIn, test, type Musician } from './musician.ts'

async function countPressesToFirstClick(
  page: Page,
  musician: Musician,
  by: 'code' | 'link',
): Promise<number> {
  let presses = 0
  const press = async (target: Locator) => {
    await target.click()
    presses += 1
  }

  // Types without a press on the field, which would count.
  await page.goto('/')
  await expect(textField(page, 'your email')).toBeFocused()
  await page.keyboard.type(musician.email)
  await press(button(page, 'Send me a sign-in link'))
  await expect(textField(page, 'code')).toBeFocused()
  const mail = await musician.newestMail()
  if (by === 'code') {
    // The code is in the subject, so no press opens the mail.
    expect(mail.subject).toContain(signInCodeIn(mail))
    await page.keyboard.type(signInCodeIn(mail))
  } else {
    await page.goto(signInLinkIn(mail))
    // One press opens the mail and one its link.
    presses += 2
  }

  await press(button(page, 'Add your first piece'))
  await press(page.getByRole('button', { name: 'Whole piece' }))
  for (const [step, text] of ['Clair de lune', null, '96', '72'].entries()) {
    await expect(page.getByText(`Step ${step + 1} of 4`)).toBeVisible()
    if (text !== null) await page.keyboard.type(text)
    await press(button(page, step === 3 ? 'Save' : 'Next'))
  }
  await press(button(page, 'Start metronome'))
  await expect(button(page, 'Stop metronome')).toBeVisible()
  return presses
}

test('[JB6] from the start to the first click it takes eight presses with the code', async ({
  page,
  musician,
}) => {
  expect(await countPressesToFirstClick(page, musician, 'code')).toBe(8)
})

test('[JB1][JB6] and ten with the link; the tempo is found again after a reload and on a second device @main', async ({
  page,
  musician,
}) => {
  expect(await countPressesToFirstClick(page, musician, 'link')).toBe(10)

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
