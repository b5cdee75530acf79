import type { Page } from '@playwright/test'
import { randomUUID } from 'node:crypto'
import type { RejectionCode } from '#core/protocol/problem.ts'
import { randomPartId } from '#tests/library/library-changes.ts'

export type RejectedChangeFixture = {
  readonly kind: string
  readonly args: object
  readonly code: RejectionCode
}

export function rejectedPieceCreation(
  name: string,
  code: RejectionCode,
  { id = randomUUID(), part = randomPartId() }: { id?: string; part?: string } = {},
): RejectedChangeFixture {
  const parts = [{ id: part, name: null, currentTempo: 60 }]
  return { kind: 'piece.create', args: { id, name, importance: 3, endTempo: 120, parts }, code }
}

/** Stores rejected changes, each a minute older than the next. Reload the page to see them. */
export async function storeRejectedChanges(
  page: Page,
  fixtures: readonly RejectedChangeFixture[],
): Promise<void> {
  const now = Date.now()
  const rows = fixtures.map(({ kind, args, code }, place) => {
    const id = randomUUID()
    const at = now - (fixtures.length - place) * 60_000
    return { id, change: { id, kind, args, at }, offset: 0, code, at: now }
  })
  await page.evaluate(async rejected => {
    const { name = '' } = (await indexedDB.databases()).find(known => known.name?.startsWith('dacapo-')) ?? {}
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const opening = indexedDB.open(name)
      opening.addEventListener('success', () => resolve(opening.result))
      opening.addEventListener('error', () => reject(new Error('not opened')))
    })
    const writing = database.transaction('rejected', 'readwrite')
    for (const row of rejected) writing.objectStore('rejected').put(row)
    await new Promise(resolve => writing.addEventListener('complete', resolve))
    database.close()
  }, rows)
}
