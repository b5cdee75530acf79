import { button, listEntry } from '../controls.ts'
import { holdDatabase } from './held-database.ts'
import { expect, test } from '../musician.ts'

// A database that does not answer, because a suspended page still holds a transaction, as happens in WebKit.

test('[ST24] a start says after three seconds what is wrong and what helps, knows who is signed in, and goes on by itself', async ({
  page,
  musician,
}) => {
  await musician.signIn()
  await musician.fillLibrary()
  await page.goto('/pieces')
  await expect(listEntry(page, 'The Swan')).toBeVisible()
  const held = await holdDatabase(page)

  await page.goto('/account')
  await expect(page.getByRole('heading', { name: musician.email })).toBeVisible()
  // By key, because the toast covers the button, and stays open under a mouse.
  await button(page, 'storage does not answer').press('Enter')
  await expect(page.getByRole('dialog')).toContainText('Close every other one that shows Dacapo')
  // The other screens show the same notice, which e2e/states covers.
  for (const address of ['/new', '/pieces']) {
    await page.goto(address)
    const notice = page.getByRole('alert').filter({ hasText: 'your pieces did not load' })
    await expect(notice).toContainText('as soon as the storage answers, Dacapo goes on by itself')
    await expect(notice.getByRole('button', { name: 'Reload' })).toBeVisible()
    await expect(page.getByRole('navigation', { name: 'main' })).toBeVisible()
  }
  await held.release()
  await expect(listEntry(page, 'The Swan')).toBeVisible()
})
