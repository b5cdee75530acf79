import type { Change } from '#core/library/change.ts'
import type { RejectionCode } from '#core/protocol/problem.ts'
import { correctedNow } from './clock.ts'
import type { OpenStore } from './store-interface.ts'

/**
 * The data that exists only on this device, because the server has not received or not accepted it. Contains the number
 * of pending and of rejected changes, their total `count`, and the data itself for an export file.
 */
export type UnsyncedData = {
  readonly count: number
  readonly changes: number
  readonly rejected: number
  readonly file: {
    readonly format: 'dacapo-unsynced'
    readonly version: 1
    readonly savedAt: string
    readonly changes: readonly Change[]
    readonly rejected: readonly { readonly change: Change; readonly code: RejectionCode }[]
  }
}

/**
 * Collects the data that would be lost with the local database: pending and rejected changes. Never rejects.
 */
export async function collectUnsyncedData(store: OpenStore): Promise<UnsyncedData> {
  await store.refresh()
  const rejected = await store.rejectedChanges()
  const changes = store.copy.get().outbox.map(row => row.change)
  return {
    count: changes.length + rejected.length,
    changes: changes.length,
    rejected: rejected.length,
    file: {
      format: 'dacapo-unsynced',
      version: 1,
      savedAt: new Date(correctedNow(store)).toISOString(),
      changes,
      rejected: rejected.map(({ change, code }) => ({ change, code })),
    },
  }
}
