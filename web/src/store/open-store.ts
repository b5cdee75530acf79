import { currentStore, knownRole, libraryState, type OpenStore } from './current-store.ts'
import type { DeviceCopy } from './device-copy.ts'
import { LocalStore } from './local-store.ts'
import { syncState, type SyncPhase } from './sync-state.ts'

/**
 * Opens the library of a user and makes it the one this page shows; null, and the state 'failed', when this
 * browser has no database to offer (rule ST8). Whoever was there before is closed.
 */
export async function openStore(userId: string): Promise<OpenStore | null> {
  const known = currentStore.get()
  if (known?.userId === userId) return known
  closeStore()
  let store: LocalStore
  try {
    store = await LocalStore.open(userId)
  } catch {
    libraryState.set({ kind: 'failed' })
    return null
  }
  currentStore.set(store)
  store.copy.subscribe(show)
  show()
  return store
}

/** Lets the library go; its data stays on the device. */
export function closeStore(): void {
  const store = currentStore.get()
  currentStore.set(null)
  libraryState.set({ kind: 'loading' })
  knownRole.set(undefined)
  syncState.set({ kind: 'syncing', waiting: 0, refused: 0 })
  store?.close()
}

/**
 * Is there nothing to show yet because the server has not been asked? An empty library would tell a musician with
 * forty pieces that there are none; but whoever cannot reach the server has to be able to begin (rule ST11).
 */
const awaitsServer = (copy: DeviceCopy, phase: SyncPhase): boolean =>
  copy.position.epoch === null && copy.outbox.length === 0 && phase === 'syncing'

function show(): void {
  const store = currentStore.get()
  if (store === null) return
  const copy = store.copy.get()
  const state = syncState.get()
  const waiting = copy.outbox.length
  if (state.waiting !== waiting || state.refused !== copy.refused)
    syncState.set({ ...state, waiting, refused: copy.refused })
  if (copy.position.role !== undefined) knownRole.set(copy.position.role)
  if (awaitsServer(copy, syncState.get().kind)) return
  const shown = libraryState.get()
  if (shown.kind !== 'ready' || shown.library !== copy.view)
    libraryState.set({ kind: 'ready', library: copy.view })
}

syncState.subscribe(show)
