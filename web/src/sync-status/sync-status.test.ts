import { describe, expect, test } from 'vitest'
import type { SyncState } from '#web/store/store-interface.ts'
import { nextShownSyncState, syncStatusFromState } from './sync-status.ts'

const state = (kind: SyncState['kind'], waiting = 0, rejected = 0): SyncState => ({ kind, waiting, rejected })

describe('what is said of the sync', () => {
  test('[SN16] all is saved only when the last round was answered and nothing waits', () => {
    expect(syncStatusFromState(state('synced'), true)).toEqual({ kind: 'synced' })
    expect(syncStatusFromState(state('synced', 1), true)).toEqual({ kind: 'syncing', waiting: 1 })
    expect(syncStatusFromState(state('syncing'), true)).toEqual({ kind: 'syncing', waiting: 0 })
    expect(syncStatusFromState(state('synced', 0, 1), true)).toEqual({ kind: 'rejected', rejected: 1 })
  })

  test('[SN16] no connection is another thing than a server that does not answer', () => {
    expect(syncStatusFromState(state('offline', 3), false)).toEqual({ kind: 'offline', waiting: 3 })
    expect(syncStatusFromState(state('offline', 3), true)).toEqual({ kind: 'unreachable', waiting: 3 })
  })

  test('[SN16] what keeps everything from the server comes before what it refused', () => {
    expect(syncStatusFromState(state('signed-out', 1, 1), true)).toEqual({ kind: 'signed-out' })
    expect(syncStatusFromState(state('update-needed', 1, 1), true)).toEqual({ kind: 'update-needed' })
    expect(syncStatusFromState(state('offline', 1, 1), false)).toEqual({ kind: 'offline', waiting: 1 })
  })

  test('[SN16] another attempt changes nothing of what is shown until it has a result', () => {
    const away = state('offline', 2)
    expect(nextShownSyncState(away, state('syncing', 2))).toBe(away)
    expect(nextShownSyncState(away, state('syncing', 3))).toEqual(state('offline', 3))
    expect(nextShownSyncState(away, state('syncing', 1))).toEqual(state('syncing', 1))
    expect(nextShownSyncState(state('signed-out', 2), state('syncing', 2))).toEqual(state('signed-out', 2))
    expect(nextShownSyncState(away, state('synced'))).toEqual(state('synced'))
    expect(nextShownSyncState(state('synced'), state('syncing', 1))).toEqual(state('syncing', 1))
  })
})
