import { useState } from 'react'
import type { SyncState } from '#web/store/store-interface.ts'
import { useSyncState } from '#web/store/library-services.ts'
import type { IconName } from '#web/kit/icon.tsx'

/** Contains only the most serious status. `waiting` and `rejected` are numbers of changes. */
export type SyncStatus =
  | { readonly kind: 'signed-out' | 'update-needed' | 'synced' }
  | { readonly kind: 'offline' | 'unreachable' | 'syncing'; readonly waiting: number }
  | { readonly kind: 'rejected'; readonly rejected: number }

/** If the server cannot be reached: 'offline' if the device reports no network, else 'unreachable' (SN16). */
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

/** A status has a warning icon only if the user must do something. */
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

/** Keeps the shown state during a retry, so that the display does not flicker. */
export function nextShownSyncState(held: SyncState, state: SyncState): SyncState {
  const wasWell = held.kind === 'synced' || held.kind === 'syncing'
  const isTryingAgain = state.kind === 'syncing' && !wasWell && state.waiting >= held.waiting
  if (!isTryingAgain) return state
  const { waiting, rejected } = state
  return held.waiting === waiting && held.rejected === rejected ? held : { ...held, waiting, rejected }
}
