import { currentStore, knownRole, libraryState, type LibraryState, type OpenStore } from './current-store.ts'
import type { DeviceCopy } from './device-copy.ts'
import { LocalStore } from './local-store.ts'
import { storageTrouble, troubleIn } from './storage-trouble.ts'
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
  } catch (error) {
    storageTrouble.set(troubleIn(error) ?? 'forbidden')
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
  storageTrouble.set(null)
  syncState.set({ kind: 'syncing', waiting: 0, refused: 0 })
  store?.close()
}

/**
 * What screens may say of the library. An empty one would tell a musician with forty pieces that there are none, so it
 * is shown as such only when the server has said so; until then it counts as not known (rule ST17).
 */
function shownAs({ position, outbox, view }: DeviceCopy, phase: SyncPhase): LibraryState {
  if (position.epoch !== null || outbox.length > 0 || phase === 'synced')
    return { kind: 'ready', library: view }
  return phase === 'syncing' ? { kind: 'loading' } : { kind: 'unheard', because: phase, library: view }
}

function show(): void {
  const store = currentStore.get()
  if (store === null) return
  const copy = store.copy.get()
  const state = syncState.get()
  const waiting = copy.outbox.length
  if (state.waiting !== waiting || state.refused !== copy.refused)
    syncState.set({ ...state, waiting, refused: copy.refused })
  if (copy.position.role !== undefined) knownRole.set(copy.position.role)
  const shown = libraryState.get()
  const next = shownAs(copy, syncState.get().kind)
  // Another attempt does not take away what is said of the last one.
  if (next.kind === 'loading' && shown.kind === 'unheard') return
  if (!isSame(shown, next)) libraryState.set(next)
}

// Setting an equal state would draw every screen again.
const isSame = (one: LibraryState, other: LibraryState): boolean =>
  one.kind === other.kind &&
  (!('library' in one) || !('library' in other) || one.library === other.library) &&
  (one.kind !== 'unheard' || other.kind !== 'unheard' || one.because === other.because)

syncState.subscribe(show)
