import type { Page } from '@playwright/test'
import { button, logOut } from '../controls.ts'
import { blockCrossTabMessages } from '../sign-in/cross-tab-messages.ts'
import { expect, test } from '../musician.ts'
import { listDatabases } from '../sync/stored-rows.ts'

// Chromium under test has no back/forward cache, so its events are dispatched; e2e/engines uses a real one.

const dispatchTransition = (page: Page, type: 'pagehide' | 'pageshow') =>
  page.evaluate(name => window.dispatchEvent(new PageTransitionEvent(name, { persisted: true })), type)

test('[SI13] a page that comes back shows nothing of somebody who signed out elsewhere meanwhile', async ({
  page,
  musician,
}) => {
  await blockCrossTabMessages(page)
  await musician.signIn()
  await musician.fillLibrary([{ name: 'The Swan', importance: 3, endTempo: 84, parts: [[null, 60]] }])
  await page.goto('/pieces')
  await expect(page.getByText('The Swan')).toBeVisible()
  await dispatchTransition(page, 'pagehide')

  const other = await page.context().newPage()
  await other.goto('/account')
  await logOut(other)
  await expect(other).toHaveURL(/\/signin$/)
  await expect.poll(() => listDatabases(other)).toEqual([])

  await dispatchTransition(page, 'pageshow')
  await expect(button(page, 'Send me a sign-in link')).toBeVisible()
  expect(await listDatabases(page)).toEqual([])
})
