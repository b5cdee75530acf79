import type { Page } from '@playwright/test'
import { addUnsplitPieceOnScreen } from '../pieces/add-whole-piece.ts'
import { watchCountedEvents } from './counted-events.ts'
import { expect, signInByCode, test, signedInUserId } from '../musician.ts'
import { letRequestsThrough, returnOnline } from '../states/trouble.ts'

const EVENTS = '**/api/v1/events'
const CLAIR = { name: 'Clair de lune', urgency: /^5/, goal: 96, current: 72 }
const SINK = 'figures.example.org'

const open = (page: Page, name: string) => page.getByRole('link', { name, exact: true }).click()

test.describe('how events get to the server', () => {
  test.use({ expectedFaults: [/ERR_INTERNET_DISCONNECTED|ERR_FAILED|status of 401/] })
  test.beforeEach(({ musician }) => musician.signIn())

  test('[AN5][AN7] what a musician did is counted once after a lost answer, without a network and through a reload, and never for another', async ({
    page,
    context,
    dacapo,
  }) => {
    const id = await signedInUserId(page, dacapo.origin)
    const events = await watchCountedEvents(page.request, dacapo.origin)

    await test.step('an answer that got lost makes the same events come again, and nothing is counted twice', async () => {
      const sent: string[] = []
      await page.route(EVENTS, async route => {
        sent.push(route.request().postData() ?? '')
        const answer = await route.fetch()
        if (sent.length === 1) await route.abort()
        else await route.fulfill({ response: answer })
      })
      await page.goto('/practice')
      await expect.poll(() => sent.length, { timeout: 20_000 }).toBeGreaterThan(1)
      expect(sent[1]).toBe(sent[0])
      expect(await events.of(id)).toEqual(['page_view /practice', 'session_start'])
      await letRequestsThrough(page, EVENTS)
    })

    const before = ['page_view /new', 'page_view /pieces', 'page_view /practice', 'session_start']
    const withPiece = ['add_piece', ...before, 'page_view /pieces', 'page_view /practice'].sort()
    await test.step('what was done without a network is counted once when it is back', async () => {
      // All three screens are here before the network goes.
      await open(page, 'Pieces')
      await page.getByRole('link', { name: 'Add new piece' }).click()
      await expect.poll(() => events.of(id)).toEqual(before)
      await context.setOffline(true)
      await addUnsplitPieceOnScreen(page, CLAIR)
      await context.setOffline(false)
      await expect.poll(() => events.of(id)).toEqual(withPiece)
    })

    await test.step('what could not be sent survives a reload, and is counted once', async () => {
      await page.route(EVENTS, route => route.abort())
      const tried = page.waitForRequest(EVENTS)
      await open(page, 'Account')
      await tried
      await page.reload()
      await expect(page.getByRole('heading', { name: 'Free plan' })).toBeVisible()
      expect(await events.of(id)).toEqual(withPiece)
      await page.unroute(EVENTS)
      await open(page, 'Pieces')
      await expect
        .poll(() => events.of(id), { timeout: 20_000 })
        .toEqual([...withPiece, 'page_view /account', 'page_view /account', 'page_view /pieces'].sort())
    })

    await test.step('it is not counted for another musician who has signed in meanwhile', async () => {
      await page.route(EVENTS, route => route.abort())
      const tried = page.waitForRequest(EVENTS)
      await open(page, 'Practice')
      await tried
      await signInByCode(page.request, dacapo.origin, `other-${Date.now()}@example.org`)
      const otherId = await signedInUserId(page, dacapo.origin)
      await page.unroute(EVENTS)
      const refused = page.waitForResponse(EVENTS)
      await returnOnline(page)
      expect((await refused).status()).toBe(401)
      expect(await events.of(otherId)).toEqual([])
    })
  })

  test('[AN8] whoever sets doNotTrack or globalPrivacyControl is not counted, and nothing is loaded or sent for it', async ({
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
    expect(requests.filter(url => /analytics-delivery|v1\/events/.test(url))).toEqual([])
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
      await route.fulfill({ response: answer, json: { ...(await answer.json()), analytics: { sink: SINK } } })
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
