import type { Page } from '@playwright/test'
import { button, logOut } from '../controls.ts'
import { makeDeaf } from '../sign-in/deaf-page.ts'
import { expect, test } from '../musician.ts'
import { listDatabases } from '../sync/stored-rows.ts'

// Chromium under test has no back/forward cache, so the page is told so; e2e/engines has the real thing.

const tell = (page: Page, type: 'pagehide' | 'pageshow') =>
  page.evaluate(name => window.dispatchEvent(new PageTransitionEvent(name, { persisted: true })), type)

test('[SI13] a page that comes back shows nothing of somebody who signed out elsewhere meanwhile', async ({
  page,
  musician,
}) => {
  await makeDeaf(page)
  await musician.signIn()
  await musician.fillLibrary([{ name: 'The Swan', importance: 3, endTempo: 84, parts: [[null, 60]] }])
  await page.goto('/pieces')
  await expect(page.getByText('The Swan')).toBeVisible()
  await tell(page, 'pagehide')

  const other = await page.context().newPage()
  await other.goto('/account')
  await logOut(other)
  await expect(other).toHaveURL(/\/signin$/)
  await expect.poll(() => listDatabases(other)).toEqual([])

  await tell(page, 'pageshow')
  await expect(button(page, 'Send me a sign-in link')).toBeVisible()
  expect(await listDatabases(page)).toEqual([])
})
