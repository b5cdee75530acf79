import type { DeviceCopy } from './device-copy.ts'
import type { DeviceLibrary, LibraryState, StoreOpener } from './device-library.ts'
import { LocalStore, reportUnresponsiveDatabase, storageTroubleFromError } from './local-store.ts'
import { type OpenStore, INITIAL_SYNC_STATE, type SyncPhase } from './store-interface.ts'

type Opening = { readonly userId: string; readonly store: Promise<OpenStore | null> }

/**
 * Creates the functions that open and close a user's store (the connection to the user's local database) in `device`.
 * Also updates `device.library`, the library state that screens show, whenever the open store or the sync state
 * changes.
 */
export function createStoreOpener(device: DeviceLibrary): StoreOpener {
  const { storageTrouble, sync } = device
  /** The library that is being opened, or null. */
  let opening: Opening | null = null

  function openStore(userId: string): Promise<OpenStore | null> {
    const known = device.store.get()
    if (known?.userId === userId) return Promise.resolve(known)
    if (opening?.userId === userId) return opening.store
    closeStore()
    const ours: Opening = { userId, store: open(userId, () => opening === ours) }
    opening = ours
    return ours.store
  }

  async function open(userId: string, isWanted: () => boolean): Promise<OpenStore | null> {
    let store: LocalStore
    try {
      store = await reportUnresponsiveDatabase(storageTrouble, LocalStore.open(userId, storageTrouble))
    } catch (error) {
      if (!isWanted()) return null
      opening = null
      storageTrouble.set(storageTroubleFromError(error) ?? 'forbidden')
      device.library.set({ kind: 'failed' })
      return null
    }
    if (!isWanted()) {
      store.close()
      return null
    }
    opening = null
    device.store.set(store)
    store.copy.subscribe(show)
    show()
    return store
  }

  function closeStore(): void {
    const store = device.store.get()
    opening = null
    device.store.set(null)
    device.library.set({ kind: 'loading' })
    device.role.set(undefined)
    storageTrouble.set(null)
    sync.state.set(INITIAL_SYNC_STATE)
    store?.close()
  }

  function show(): void {
    const store = device.store.get()
    if (store === null) return
    const copy = store.copy.get()
    const state = sync.state.get()
    const waiting = copy.outbox.length
    if (state.waiting !== waiting || state.rejected !== copy.rejected)
      sync.state.set({ ...state, waiting, rejected: copy.rejected })
    if (copy.position.role !== undefined) device.role.set(copy.position.role)
    const shown = device.library.get()
    const next = shownAs(copy, sync.state.get().kind, shown)
    // A retry does not hide the reason of the last failure.
    if (next.kind === 'loading' && shown.kind === 'never-synced') return
    if (!isSame(shown, next)) device.library.set(next)
  }

  function showSilence(): void {
    if (opening !== null && storageTrouble.get() === 'unanswered') device.library.set({ kind: 'failed' })
  }

  sync.state.subscribe(show)
  storageTrouble.subscribe(showSilence)

  return { openStore, closeStore }
}

/**
 * Returns the state that screens show. An empty library is shown as such only if the server has confirmed it, and one
 * whose first sync is under way only when pieces and parts are complete; until then it counts as unknown, because it
 * would tell a user with forty pieces that there are none (rules ST17, ST28). A screen that has shown the library
 * keeps it, because a form may be open.
 */
function shownAs(
  { position, outbox, view }: DeviceCopy,
  phase: SyncPhase,
  before: LibraryState,
): LibraryState {
  const isKnown =
    position.epoch === null ? outbox.length > 0 : position.isLibraryComplete || before.kind === 'ready'
  const isHistoryComplete = position.epoch === null || position.isHistoryComplete
  if (isKnown || phase === 'synced') return { kind: 'ready', library: view, isHistoryComplete }
  return phase === 'syncing' ? { kind: 'loading' } : { kind: 'never-synced', because: phase, library: view }
}

// Setting an equal state would re-render every screen.
const isSame = (one: LibraryState, other: LibraryState): boolean =>
  one.kind === other.kind &&
  (!('library' in one) || !('library' in other) || one.library === other.library) &&
  (one.kind !== 'ready' || other.kind !== 'ready' || one.isHistoryComplete === other.isHistoryComplete) &&
  (one.kind !== 'never-synced' || other.kind !== 'never-synced' || one.because === other.because)
