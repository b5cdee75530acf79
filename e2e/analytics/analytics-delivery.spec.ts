import type { Page } from '@playwright/test'
import { addUnsplitPieceOnScreen } from '../pieces/add-whole-piece.ts'
import { watchCountedEvents } from './counted-events.ts'
import { expect, test, signedInUserId } from '../musician.ts'

const EVENTS = '**/api/v1/events'
const CLAIR = { name: 'Clair de lune', urgency: /^5/, goal: 96, current: 72 }
const SINK = 'figures.example.org'

const open = (page: Page, name: string) => page.getByRole('link', { name, exact: true }).click()

test.describe('how events get to the server', () => {
  test.beforeEach(({ musician }) => musician.signIn())

  test('[AN5][AN9] what was done just before the page is left is counted, once', async ({ page, dacapo }) => {
    const id = await signedInUserId(page, dacapo.origin)
    const events = await watchCountedEvents(page.request, dacapo.origin)
    await page.goto('/new')
    const seen = ['page_view /new', 'session_start']
    await expect.poll(() => events.of(id)).toEqual(seen)
    await addUnsplitPieceOnScreen(page, CLAIR)
    await page.goto('about:blank')
    const saved = ['add_piece', ...seen, 'page_view /pieces', 'page_view /practice'].sort()
    await expect.poll(() => events.of(id)).toEqual(saved)
  })

  test('[AN8] whoever sets doNotTrack or globalPrivacyControl is not counted, and nothing is sent for it', async ({
    page,
    context,
    dacapo,
  }) => {
    const id = await signedInUserId(page, dacapo.origin)
    const events = await watchCountedEvents(page.request, dacapo.origin)
    const requests: string[] = []
    context.on('request', request => requests.push(request.url()))
    const visit = async (tab: Page, wish: string, value: unknown, name: string) => {
      await tab.addInitScript(
        ([key, set]) => Object.defineProperty(Navigator.prototype, key, { get: () => set }),
        [wish, value] as const,
      )
      await tab.clock.install()
      await tab.goto('/new')
      await addUnsplitPieceOnScreen(tab, { ...CLAIR, name })
      await tab.clock.runFor(60_000)
      // What waits would be sent by a page that is left.
      await tab.goto('/account')
      await expect(tab.getByRole('heading', { level: 1 })).toBeVisible()
    }
    await visit(page, 'doNotTrack', '1', 'Clair de lune')
    await visit(await context.newPage(), 'globalPrivacyControl', true, 'Gigue')
    expect(requests.filter(url => /v1\/events/.test(url))).toEqual([])
    expect(await events.of(id)).toEqual([])
  })

  test('[AN10] the host is told only by whoever agreed to it, and the choice is kept', async ({ page }) => {
    const shares: unknown[] = []
    await page.route(EVENTS, async route => {
      shares.push(route.request().postDataJSON().share)
      await route.fulfill({ status: 204 })
    })
    await page.goto('/account')
    const choice = page.getByRole('radiogroup', { name: `Share usage figures with ${SINK}` })
    await expect(page.getByRole('heading', { name: 'Free plan' })).toBeVisible()
    await expect(choice).toBeHidden()

    await page.route('**/api/v1/config', async route => {
      const answer = await route.fetch()
      await route.fulfill({ response: answer, json: { ...(await answer.json()), sink: SINK } })
    })
    await page.reload()
    await expect(choice.getByRole('radio', { name: 'no' })).toBeChecked()
    await open(page, 'Pieces')
    await expect.poll(() => shares.length).toBeGreaterThan(0)
    expect(new Set(shares)).toEqual(new Set([undefined]))
    await open(page, 'Account')
    await choice.getByRole('radio', { name: 'yes' }).check({ force: true })
    await open(page, 'Pieces')
    await expect.poll(() => shares.at(-1)).toBe(SINK)
    await open(page, 'Account')
    await page.reload()
    await expect(choice.getByRole('radio', { name: 'yes' })).toBeChecked()
    await choice.getByRole('radio', { name: 'no' }).check({ force: true })
    await open(page, 'Pieces')
    await expect.poll(() => shares.at(-1)).toBe(undefined)
  })
})
