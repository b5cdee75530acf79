import { useState } from 'react'
import type { SyncState } from '#web/store/store-interface.ts'
import { useSyncState } from '#web/store/library-services.ts'
import type { IconName } from '#web/kit/icon.tsx'

export type SyncStatus =
  | { readonly kind: 'signed-out' | 'update-needed' | 'synced' }
  | { readonly kind: 'offline' | 'unreachable' | 'syncing'; readonly waiting: number }
  | { readonly kind: 'rejected'; readonly rejected: number }

export function syncStatusFromState({ kind, waiting, rejected }: SyncState, isOnline: boolean): SyncStatus {
  switch (kind) {
    case 'signed-out':
    case 'update-needed':
      return { kind }
    case 'offline':
      return { kind: isOnline ? 'unreachable' : 'offline', waiting }
    case 'syncing':
    case 'synced':
      if (rejected > 0) return { kind: 'rejected', rejected }
      return kind === 'synced' && waiting === 0 ? { kind } : { kind: 'syncing', waiting }
  }
}

export const syncStatusIcon = ({ kind }: SyncStatus): IconName => ICONS[kind]

const ICONS: Record<SyncStatus['kind'], IconName> = {
  synced: 'check',
  syncing: 'sync',
  offline: 'offline',
  unreachable: 'offline',
  'signed-out': 'alert',
  'update-needed': 'alert',
  rejected: 'alert',
}

export function useSyncStatus(): SyncStatus {
  const state = useSyncState()
  const [held, setHeld] = useState(state)
  const next = nextShownSyncState(held, state)
  if (next !== held) setHeld(next)
  return syncStatusFromState(next, navigator.onLine)
}

/** Keeps the previous state during a retry, so that the display does not flicker. */
export function nextShownSyncState(held: SyncState, state: SyncState): SyncState {
  const wasWell = held.kind === 'synced' || held.kind === 'syncing'
  const isTryingAgain = state.kind === 'syncing' && !wasWell && state.waiting >= held.waiting
  if (!isTryingAgain) return state
  const { waiting, rejected } = state
  return held.waiting === waiting && held.rejected === rejected ? held : { ...held, waiting, rejected }
}
