import { describe, expect, test } from 'vitest'
import type { SyncState } from '#web/store/sync-state.ts'
import { heldSync, shownSync } from './shown-sync.ts'

const state = (kind: SyncState['kind'], waiting = 0, refused = 0): SyncState => ({ kind, waiting, refused })

describe('what is said of the sync', () => {
  test('[SN16] all is saved only when the last round was answered and nothing waits', () => {
    expect(shownSync(state('synced'), true)).toEqual({ kind: 'synced' })
    expect(shownSync(state('synced', 1), true)).toEqual({ kind: 'syncing', waiting: 1 })
    expect(shownSync(state('syncing'), true)).toEqual({ kind: 'syncing', waiting: 0 })
    expect(shownSync(state('synced', 0, 1), true)).toEqual({ kind: 'refused', refused: 1 })
  })

  test('[SN16] no connection is another thing than a server that does not answer', () => {
    expect(shownSync(state('offline', 3), false)).toEqual({ kind: 'offline', waiting: 3 })
    expect(shownSync(state('offline', 3), true)).toEqual({ kind: 'unreachable', waiting: 3 })
  })

  test('[SN16] what keeps everything from the server comes before what it refused', () => {
    expect(shownSync(state('signed-out', 1, 1), true)).toEqual({ kind: 'signed-out' })
    expect(shownSync(state('update-needed', 1, 1), true)).toEqual({ kind: 'update-needed' })
    expect(shownSync(state('offline', 1, 1), false)).toEqual({ kind: 'offline', waiting: 1 })
  })

  test('[SN17] another attempt changes nothing of what is said until it has led somewhere', () => {
    const away = state('offline', 2)
    expect(heldSync(away, state('syncing', 2))).toBe(away)
    expect(heldSync(away, state('syncing', 3))).toEqual(state('offline', 3))
    expect(heldSync(away, state('syncing', 1))).toEqual(state('syncing', 1))
    expect(heldSync(state('signed-out', 2), state('syncing', 2))).toEqual(state('signed-out', 2))
    expect(heldSync(away, state('synced'))).toEqual(state('synced'))
    expect(heldSync(state('synced'), state('syncing', 1))).toEqual(state('syncing', 1))
  })
})
