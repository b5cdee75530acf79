import type { Page } from '@playwright/test'
import { addUnsplitPieceOnScreen } from '../pieces/add-whole-piece.ts'
import { requestLinkThroughScreen } from '../sign-in/ask-for-link.ts'
import { button, logOut } from '../controls.ts'
import { watchAnalyticsEvents } from './analytics-events.ts'
import { mockSettings } from '../states/trouble.ts'
import { expect, signInLinkIn, test, signedInUserId } from '../musician.ts'

const CLAIR = { name: 'Clair de lune', urgency: /^5/, goal: 96, current: 72 }
const HOUR = 3_600_000
const SINK = 'figures.example.org'

const openScreen = (page: Page, name: string) => page.getByRole('link', { name, exact: true }).click()

test.describe('what is counted', () => {
  test.use({ expectedFaults: [/404 .*secret/] })

  test('[AN1][AN3][AN4][AN9][AN5] everything a newcomer does, once each, with what belongs to it @main', async ({
    page,
    musician,
    dacapo,
  }) => {
    const events = await watchAnalyticsEvents(page.request, dacapo.origin)
    // An hour behind, so that no event lies in the server's future after the fast forward.
    await page.clock.install({ time: Date.now() - HOUR })
    await requestLinkThroughScreen(page, musician.email)
    await page.goto(signInLinkIn(await musician.newestMail()))
    await expect(page).toHaveURL(/\/practice$/)
    await button(page, 'Add your first piece').click()
    await addUnsplitPieceOnScreen(page, CLAIR)
    await openScreen(page, 'Practice')
    await expect(page.getByRole('button', { name: /^Next/ })).toBeVisible()
    await page.reload()
    await page.getByRole('button', { name: /^Next/ }).click()
    await expect(page.getByRole('heading', { name: /Congratulations/ })).toBeVisible()
    await page.reload()
    await button(page, 'Done. Tomorrow, da capo.').click()
    await expect(page.getByRole('heading', { name: 'today', exact: true })).toBeVisible()
    await openScreen(page, 'Pieces')
    await page.getByRole('link', { name: 'Edit Clair de lune' }).click()
    await expect(page.getByRole('heading', { name: 'edit Clair de lune' })).toBeVisible()
    const id = await signedInUserId(page, dacapo.origin)
    await openScreen(page, 'Account')
    await logOut(page)
    await expect(page).toHaveURL(/\/signin$/)
    const first = [
      'add_piece',
      'finish_practice',
      'page_view /account',
      'page_view /new',
      'page_view /pieces',
      'page_view /pieces',
      'page_view /pieces/:id/edit',
      'page_view /practice',
      'page_view /practice',
      'page_view /practice',
      'page_view /practice',
      'page_view /practice',
      'sign_up Email',
      'start_practice',
    ]
    // Signing out sent all events before it deleted the database.
    expect(await events.of(id)).toEqual(first)

    // The event follows the screen, which is shown later than the address changes.
    const isSignIn = (event: string) => event === 'page_view /signin'
    await expect.poll(async () => (await events.of(null)).filter(isSignIn).length).toBe(2)
    await requestLinkThroughScreen(page, musician.email)
    await page.goto(signInLinkIn(await musician.newestMail()))
    await expect(page.getByRole('heading', { name: 'today', exact: true })).toBeVisible()
    await page.clock.fastForward('31:00')
    await openScreen(page, 'Pieces')
    const second = ['login Email', 'page_view /pieces', 'page_view /practice', 'session_start']
    await expect.poll(() => events.of(id)).toEqual([...first, ...second].sort())
    await page.goto('/clara/secret?lng=en#top')
    await expect.poll(() => events.of(id)).toContain('page_view /*')
    await expect
      .poll(() => events.of(null))
      .toEqual([
        'page_view /confirm',
        'page_view /confirm',
        'page_view /signin',
        'page_view /signin',
        'page_view /signin',
        'session_start',
        // Nothing is stored for guests, so each page load starts a session.
        'session_start',
      ])
  })

  test.describe('of whoever is signed in', () => {
    test.beforeEach(({ musician }) => musician.signIn())

    test('[AN8] of whoever sets globalPrivacyControl nothing is sent', async ({ page }) => {
      let requests = 0
      page.on('request', request => {
        if (request.url().endsWith('/api/v1/events')) requests += 1
      })
      await page.addInitScript(() =>
        Object.defineProperty(Navigator.prototype, 'globalPrivacyControl', { get: () => true }),
      )
      await page.clock.install()
      await page.goto('/new')
      await addUnsplitPieceOnScreen(page, CLAIR)
      await page.clock.runFor(60_000)
      // A page that is left would send its queued events.
      await page.goto('/account')
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      expect(requests).toBe(0)
    })

    test('[AN10] the host is told only by whoever agreed to it, and the choice is kept', async ({ page }) => {
      const shares: unknown[] = []
      await page.route('**/api/v1/events', async route => {
        shares.push(route.request().postDataJSON().share)
        await route.fulfill({ status: 204 })
      })
      await mockSettings(page, { sink: SINK })
      await page.goto('/account')
      const choice = page.getByRole('radiogroup', { name: `Share usage figures with ${SINK}` })
      await expect(choice.getByRole('radio', { name: 'no' })).toBeChecked()
      await openScreen(page, 'Pieces')
      await expect.poll(() => shares.length).toBeGreaterThan(0)
      expect(new Set(shares)).toEqual(new Set([undefined]))
      await openScreen(page, 'Account')
      await choice.getByRole('radio', { name: 'yes' }).check({ force: true })
      await openScreen(page, 'Pieces')
      await expect.poll(() => shares.at(-1)).toBe(SINK)
      await openScreen(page, 'Account')
      await page.reload()
      await expect(choice.getByRole('radio', { name: 'yes' })).toBeChecked()
    })
  })
})
