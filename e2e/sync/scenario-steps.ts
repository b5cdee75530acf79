import type { Page } from '@playwright/test'
import { openDevicePage } from './device-page.ts'
import { expect } from './scenario-station.ts'

/** Saves this number of tempos in a row. Returns the ids of those that were reported as saved. */
export const practiceRepeatedly = (page: Page, times: number): Promise<string[]> =>
  page.evaluate(async count => {
    const saved: string[] = []
    const [part] = window.device.library()?.parts ?? []
    if (part === undefined) throw new Error('nothing to practice')
    for (let time = 0; time < count; time++) {
      const id = window.device.newPracticeEntryId()
      const args = { id, pieceId: part.pieceId, partId: part.id, tempo: (40 + (time % 180)) as never }
      const { kind } = await window.device.recordChange({ kind: 'practice.add', args })
      if (kind === 'saved') saved.push(id)
    }
    return saved
  }, times)

/** Returns the ids of the changes that wait on a device, in order. */
export const readWaitingChangeIds = (page: Page): Promise<string[]> =>
  page.evaluate(() => (window.device.store()?.copy.get().outbox ?? []).map(({ id }) => id))

/** Opens the user's library on a device without any request to the server. Throws if the database does not open. */
export async function openOffline(page: Page, origin: string, user: string): Promise<void> {
  await openDevicePage(page, origin)
  await page.evaluate(async id => {
    if ((await window.device.openStore(id)) === null) throw new Error('the database did not open')
    window.device.giveUpOnServer()
  }, user)
}

/** Collects the ids of changes that the server reports as applied or duplicate on a page. */
export function collectAcknowledgedIds(page: Page): Set<string> {
  const ids = new Set<string>()
  page.on('response', response => {
    if (!response.url().endsWith('/api/v1/sync') || response.status() !== 200) return
    response.json().then(
      ({ results }: { results: { id: string; status: string }[] }) => {
        for (const { id, status } of results) if (status !== 'rejected') ids.add(id)
      },
      // The server or the page was killed while the answer came.
      () => {},
    )
  })
  return ids
}

/** Expects two lists to contain the same elements, each once, in any order. */
export function expectSameElements(one: Iterable<string>, other: Iterable<string>): void {
  expect([...one].toSorted()).toEqual([...other].toSorted())
}
