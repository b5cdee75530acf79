import type { Page } from '@playwright/test'
import { openDevicePage } from './device-page.ts'
import { expect } from './scenario-station.ts'

/** So many saved tempos, one after the other; gives the ids of those that were called saved. */
export const practiceOften = (page: Page, times: number): Promise<string[]> =>
  page.evaluate(async count => {
    const saved: string[] = []
    const [part] = window.device.library()?.parts ?? []
    if (part === undefined) throw new Error('nothing to practice')
    for (let time = 0; time < count; time++) {
      const id = window.device.newPracticeId()
      const args = { id, pieceId: part.pieceId, partId: part.id, tempo: (40 + (time % 180)) as never }
      const { kind } = await window.device.recordChange({ kind: 'practice.add', args })
      if (kind === 'saved') saved.push(id)
    }
    return saved
  }, times)

/** The numbers of the changes that wait on a device, in their order. */
export const waitingIds = (page: Page): Promise<string[]> =>
  page.evaluate(() => (window.device.store()?.copy.get().outbox ?? []).map(({ id }) => id))

/** The device's own library without a word to a server, as it is opened where there is none. */
export async function openOffline(page: Page, origin: string, user: string): Promise<void> {
  await openDevicePage(page, origin)
  await page.evaluate(async id => {
    await window.device.openStore(id)
    window.device.giveUpOnServer()
  }, user)
}

/** Collects what the server acknowledges on a page: the numbers of changes applied, or applied before. */
export function acknowledged(page: Page): Set<string> {
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

/** Everything that stands once in one list and in the other. */
export function expectSame(one: Iterable<string>, other: Iterable<string>): void {
  expect([...one].toSorted()).toEqual([...other].toSorted())
}
