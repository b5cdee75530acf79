/* oxlint-disable typescript/unbound-method -- a method of the browser is replaced, and put back on its own object */
import type { Page } from '@playwright/test'
import { button, listEntry, genericErrorToast, successToast, numberField } from '../controls.ts'
import { expect, test, type Musician } from '../musician.ts'
import { goToLastStep } from './add-whole-piece.ts'

const fillTheDisk = (page: Page) =>
  page.evaluate(() => {
    // idb caches the methods of an open database, but looks `add` up on every object store.
    const { add } = IDBObjectStore.prototype
    Object.assign(window, { makeRoom: () => (IDBObjectStore.prototype.add = add) })
    IDBObjectStore.prototype.add = () => {
      throw new DOMException('the disk is full', 'QuotaExceededError')
    }
  })

const makeRoom = (page: Page) => page.evaluate('makeRoom()')

async function editTheSwan(page: Page, musician: Musician) {
  await musician.fillLibrary()
  await page.goto('/pieces')
  await page.getByRole('link', { name: 'Edit The Swan' }).click()
}

test.beforeEach(({ musician }) => musician.signIn())

test('[EP11][NP10] where nothing can be stored or deleted, in the form or in the wizard, the error is said, what was typed stays, and the question can be answered again', async ({
  page,
  musician,
}) => {
  await test.step('where nothing can be stored the error is said and the form stays', async () => {
    await editTheSwan(page, musician)
    await numberField(page, 'goal tempo (end tempo)').fill('72')
    await fillTheDisk(page)
    await button(page, 'Save').click()
    await expect(genericErrorToast(page)).toBeVisible()
    await expect(numberField(page, 'goal tempo (end tempo)')).toHaveValue('72')
  })

  await test.step('where nothing can be deleted the question says the error, stays, and can be answered again', async () => {
    await button(page, 'Delete piece').click()
    const question = page.getByRole('alertdialog', { name: 'Delete “The Swan”?' })
    const fault = question.getByRole('alert').filter({ hasText: 'Oops. Something went wrong.' })
    await question.getByRole('button', { name: 'Delete', exact: true }).click()
    await expect(fault).toBeVisible()
    await makeRoom(page)
    await question.getByRole('button', { name: 'Delete', exact: true }).click()
    await expect(successToast(page, 'Deleted The Swan')).toBeVisible()
    await expect(listEntry(page, 'The Swan')).toBeHidden()
  })

  await test.step('where a new piece cannot be stored the error is said and the answers stay', async () => {
    await page.goto('/new?as=whole')
    await goToLastStep(page, 'Gigue')
    await numberField(page, 'current bpm').fill('80')
    await fillTheDisk(page)
    await button(page, 'Save').click()
    await expect(genericErrorToast(page)).toBeVisible()
    await expect(numberField(page, 'current bpm')).toHaveValue('80')
  })
})
