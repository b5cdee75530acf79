import type { Change } from '#core/library/change.ts'
import type { RejectionCode } from '#core/protocol/problem.ts'
import { correctedNow } from './clock.ts'
import type { OpenStore } from './store-interface.ts'

/**
 * The data that exists only on this device, because the server has not received or not accepted it. Contains the number
 * of pending changes, rejected changes and unsent feedback messages, their total `count`, and the data itself for an
 * export file.
 */
export type UnsyncedData = {
  readonly count: number
  readonly changes: number
  readonly refused: number
  readonly messages: number
  readonly file: {
    readonly format: 'dacapo-unsynced'
    readonly version: 1
    readonly savedAt: string
    readonly changes: readonly Change[]
    readonly refused: readonly { readonly change: Change; readonly code: RejectionCode }[]
    /** Unsent feedback messages. */
    readonly messages: readonly unknown[]
  }
}

const MOST_MESSAGES = 1000

/**
 * Collects the data that would be lost with the local database: pending changes, rejected changes and unsent feedback.
 * Never rejects.
 */
export async function collectUnsyncedData(store: OpenStore): Promise<UnsyncedData> {
  await store.refresh()
  const [parked, letters] = await Promise.all([
    store.rejectedChanges(),
    store.feedbackQueue.oldest(MOST_MESSAGES),
  ])
  const changes = store.copy.get().outbox.map(row => row.change)
  return {
    count: changes.length + parked.length + letters.length,
    changes: changes.length,
    refused: parked.length,
    messages: letters.length,
    file: {
      format: 'dacapo-unsynced',
      version: 1,
      savedAt: new Date(correctedNow(store)).toISOString(),
      changes,
      refused: parked.map(({ change, code }) => ({ change, code })),
      messages: letters.map(({ item }) => item),
    },
  }
}
