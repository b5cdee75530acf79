import type { Page } from '@playwright/test'
import { BACKFILL_HEADER } from '#core/protocol/backfill.ts'
import { parseSyncResponse, type SyncResponse } from '#core/protocol/sync-protocol.ts'
import { button } from '../controls.ts'
import { expect, test } from '../musician.ts'

test('[ST28] until pieces and parts are complete the screens load, also after a reload; the history may take longer', async ({
  page,
  musician,
}) => {
  await musician.signIn()
  await musician.fillLibrary()
  const [parts, history] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const asked = await inPages(page, [parts.promise, history.promise])

  await page.goto('/practice')
  await expect.poll(() => asked).toEqual(['library', 'library,0-2'])
  await expect(page.getByText('Tuning up')).toBeVisible()
  await page.goto('/pieces')
  await expect.poll(() => asked.at(2)).toBe('library,0-2')
  await expect(page.getByText('Tuning up')).toBeVisible()
  await expect(page.getByText('no sections yet')).toBeHidden()

  parts.resolve()
  await expect(page.getByText('The Swan')).toBeVisible()
  await expect(page.getByText('no sections yet')).toBeHidden()
  await page.goto('/practice')
  await expect.poll(() => asked.at(-1)).toMatch(/^0-/)
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
 * Answers the first rounds of this device as for a library that needs three pages: pieces, parts when `gates[0]` opens,
 * history when `gates[1]` does. Gives what each round said is missing.
 */
async function inPages(page: Page, [toParts, toHistory]: readonly [Promise<void>, Promise<void>]) {
  const asked: string[] = []
  let whole: SyncResponse | null = null
  await page.route('**/api/v1/sync', async route => {
    const missing = route.request().headers()[BACKFILL_HEADER] ?? 'absent'
    asked.push(missing)
    if (missing === 'none') return route.continue()
    whole ??= parseSyncResponse(await (await route.fetch()).json())
    if (whole === null) throw new Error('no answer')
    const nothing = { pieces: [], parts: [], practice: [] }
    const { pieces, practice } = whole.rows
    // As if each part had been practiced since the first page.
    const parts = whole.rows.parts.map(part => ({ ...part, revision: 3 }))
    const answer = { ...whole, results: [], revision: 3, more: true }
    if (missing === 'library') {
      const backfill = { library: true, history: { since: 0, until: 2 } }
      return route.fulfill({ json: { ...answer, revision: 2, rows: { ...nothing, pieces }, backfill } })
    }
    if (missing.startsWith('library')) {
      await toParts
      const backfill = { library: false, history: { since: 0, until: 3 } }
      return route.fulfill({ json: { ...answer, rows: { ...nothing, parts }, backfill } }).catch(() => {})
    }
    await toHistory
    const backfill = { library: false, history: null }
    const last = { ...answer, more: false, rows: { ...nothing, practice }, backfill }
    return route.fulfill({ json: last }).catch(() => {})
  })
  return asked
}
