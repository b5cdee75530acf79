import type { Page } from '@playwright/test'
import { syncOperation, type SyncRequest, type SyncResponse } from '#core/protocol/sync-protocol.ts'
import { button } from '../controls.ts'
import { expect, test } from '../musician.ts'

test('[LS26] until pieces and parts are complete the screens load, also after a reload; the history may take longer', async ({
  page,
  musician,
}) => {
  await musician.signIn()
  await musician.fillLibrary()
  const [parts, history] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const requests = await mockPagedSync(page, [parts.promise, history.promise])

  await page.goto('/practice')
  await expect.poll(() => requests).toEqual(['0 0', '2 0'])
  await expect(page.getByText('Tuning up')).toBeVisible()
  await page.goto('/pieces')
  await expect.poll(() => requests.at(2)).toBe('2 0')
  await expect(page.getByText('Tuning up')).toBeVisible()
  await expect(page.getByText('no sections yet')).toBeHidden()

  parts.resolve()
  await expect(page.getByText('The Swan')).toBeVisible()
  await expect(page.getByText('no sections yet')).toBeHidden()
  await page.goto('/practice')
  await expect.poll(() => requests.at(-1)).toBe('3 0')
  await button(page, 'Start practicing').click()
  await expect(button(page, 'Next')).toBeVisible()
  await page.goto('/account')
  await button(page, 'Import…').click()
  await page.locator('input[type=file]').setInputFiles({
    name: 'pieces.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('name\nGymnopédie'),
  })
  await expect(page.getByText('still being loaded')).toBeVisible()
  history.resolve()
})

/**
 * Splits the sync of a library into three pages: pieces, parts after `gates[0]`, and history after `gates[1]`.
 * Returns a list to which it adds, for each request, the revisions the page has: "library entries".
 */
async function mockPagedSync(page: Page, gates: readonly Promise<void>[]) {
  const requests: string[] = []
  let whole: SyncResponse | null = null
  await page.route('**/api/v1/sync', async route => {
    const { since, entriesSince } = route.request().postDataJSON() as SyncRequest
    requests.push(`${since} ${entriesSince}`)
    if (entriesSince > 0) return route.continue()
    whole ??= syncOperation.response.parse(await (await route.fetch()).json())
    const answer = { ...whole, results: [], entries: [], entriesRevision: 0, moreEntries: true }
    const { pieces, parts } = whole.rows
    if (since === 0)
      return route.fulfill({ json: { ...answer, revision: 2, more: true, rows: { pieces, parts: [] } } })
    if (since === 2) {
      await gates[0]
      const later = parts.map(part => ({ ...part, revision: 3 }))
      return route
        .fulfill({ json: { ...answer, revision: 3, more: false, rows: { pieces: [], parts: later } } })
        .catch(() => {})
    }
    await gates[1]
    return route.continue().catch(() => {})
  })
  return requests
}
