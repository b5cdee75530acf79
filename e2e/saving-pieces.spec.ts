import type { Page } from '@playwright/test'
import { aFilledLibrary } from './filled-library.ts'
import { expect, test } from './musician.ts'

// What a musician hears about a saved piece, and what happens where the device cannot keep it.

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const text = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const number = (page: Page, name: string) => page.getByRole('spinbutton', { name, exact: true })
const alarm = (page: Page) => page.getByRole('alert').filter({ hasText: 'Oops. Something went wrong.' })

const fillTheDisk = (page: Page) =>
  page.evaluate(() => {
    // The database keeps the methods it opened with, but asks every store for this one anew.
    IDBObjectStore.prototype.add = () => {
      throw new DOMException('the disk is full', 'QuotaExceededError')
    }
  })

async function editTheSwan(page: Page) {
  await page.goto('/pieces')
  await aFilledLibrary(page)
  await page.reload()
  await page.getByRole('link', { name: 'Edit The Swan' }).click()
}

test.beforeEach(({ musician }) => musician.signIn())

test('[EP11] after saving a toast names the piece, and /pieces shows it as it is now', async ({ page }) => {
  await editTheSwan(page)
  await number(page, 'end tempo').fill('72')
  await button(page, 'Save').click()
  await expect(page.getByRole('status').filter({ hasText: 'Saved The Swan' })).toBeVisible()
  await expect(page).toHaveURL(/\/pieces$/)
  await expect(page.getByRole('listitem').filter({ hasText: 'The Swan' })).toContainText('goal 72 bpm')
})

test('[EP11] where nothing can be stored the error is said and the form stays', async ({ page }) => {
  await editTheSwan(page)
  await number(page, 'end tempo').fill('72')
  await fillTheDisk(page)
  await button(page, 'Save').click()
  await expect(alarm(page)).toBeVisible()
  await expect(number(page, 'end tempo')).toHaveValue('72')
})

test('[EP11] where nothing can be deleted the error is said and the piece stays', async ({ page }) => {
  await editTheSwan(page)
  await fillTheDisk(page)
  await button(page, 'Delete piece').click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(alarm(page)).toBeVisible()
  await expect(page).toHaveURL(/\/edit$/)
})

test('[NP12] where nothing can be stored the error is said and the answers stay', async ({ page }) => {
  await page.goto('/new')
  await page.getByRole('button', { name: /^Whole piece/ }).click()
  await text(page, 'name of the piece').fill('Gigue')
  await button(page, 'Next').click()
  await button(page, 'Next').click()
  await number(page, 'goal bpm').fill('120')
  await button(page, 'Next').click()
  await number(page, 'current bpm').fill('80')
  await fillTheDisk(page)
  await button(page, 'Save').click()
  await expect(alarm(page)).toBeVisible()
  await expect(number(page, 'current bpm')).toHaveValue('80')
})
