import { useState } from 'react'
import { useSyncState, type SyncState } from '#web/store/sync-state.ts'
import type { IconName } from './kit/icon.tsx'

/** How sync stands, in the words of the screen: the gravest thing first. */
export type ShownSync =
  | { readonly kind: 'signed-out' | 'update-needed' | 'synced' }
  | { readonly kind: 'offline' | 'unreachable' | 'syncing'; readonly waiting: number }
  | { readonly kind: 'refused'; readonly refused: number }

/**
 * What may be said of a state: 'synced' only when nothing waits and the last round was answered, and no signal only
 * where the device has none (rule SN16).
 */
export function shownSync({ kind, waiting, refused }: SyncState, isOnline: boolean): ShownSync {
  switch (kind) {
    case 'signed-out':
    case 'update-needed':
      return { kind }
    case 'offline':
      return { kind: isOnline ? 'unreachable' : 'offline', waiting }
    case 'syncing':
    case 'synced':
      if (refused > 0) return { kind: 'refused', refused }
      return kind === 'synced' && waiting === 0 ? { kind } : { kind: 'syncing', waiting }
  }
}

/** The sign of it: what comes back by itself is no alarm. */
export function syncSign({ kind }: ShownSync): IconName {
  switch (kind) {
    case 'synced':
      return 'check'
    case 'syncing':
      return 'sync'
    case 'offline':
    case 'unreachable':
      return 'offline'
    case 'signed-out':
    case 'update-needed':
    case 'refused':
      return 'alert'
  }
}

/**
 * How sync stands now, without the flicker: another attempt at a server that did not answer changes nothing until the
 * attempt has led somewhere.
 */
export function useShownSync(): ShownSync {
  const state = useSyncState()
  const [held, setHeld] = useState(state)
  const next = heldSync(held, state)
  if (next !== held) setHeld(next)
  return shownSync(next, navigator.onLine)
}

/** What is said of a state after what was said before. */
export function heldSync(held: SyncState, state: SyncState): SyncState {
  const wasWell = held.kind === 'synced' || held.kind === 'syncing'
  const isTryingAgain = state.kind === 'syncing' && !wasWell && state.waiting >= held.waiting
  if (!isTryingAgain) return state
  const { waiting, refused } = state
  return held.waiting === waiting && held.refused === refused ? held : { ...held, waiting, refused }
}
