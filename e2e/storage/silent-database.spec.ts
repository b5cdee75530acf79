import { button, listEntry } from '../controls.ts'
import { holdDatabase } from './held-database.ts'
import { expect, test } from '../musician.ts'

// A database that exists and does not answer: another page holds it, as WebKit lets pages do that it has put away.

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
  // With a key: while the toast about it is there, it covers the sign, and a mouse that rests on it keeps it open.
  await button(page, 'storage does not answer').press('Enter')
  await expect(page.getByRole('dialog')).toContainText('Close every other one that shows Dacapo')
  // The other screens with a library show the same notice, which their states look at.
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
