import {
  currentStore,
  lastReportedRole,
  libraryState,
  type LibraryState,
  type OpenStore,
} from './current-store.ts'
import type { DeviceCopy } from './device-copy.ts'
import { LocalStore } from './local-store.ts'
import { requestedBackfill } from './sync-position.ts'
import { reportUnresponsiveDatabase } from './report-unresponsive-database.ts'
import { storageTrouble, storageTroubleFromError } from './storage-trouble.ts'
import { syncState, type SyncPhase } from './sync-state.ts'

type Opening = { readonly userId: string; readonly store: Promise<OpenStore | null> }

/** The library that is being opened, or null. */
let opening: Opening | null = null

/**
 * Opens a user's library, makes it the current store of this page and closes the previous one. Concurrent calls for the
 * same user share one promise. Waits without limit for a database that does not respond, and meanwhile sets the library
 * state to 'failed' (rule ST24).
 *
 * @returns null if the browser offers no database (rule ST8), or if the user signed out or changed before it was open
 */
export function openStore(userId: string): Promise<OpenStore | null> {
  const known = currentStore.get()
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
    store = await reportUnresponsiveDatabase(LocalStore.open(userId))
  } catch (error) {
    if (!isWanted()) return null
    opening = null
    storageTrouble.set(storageTroubleFromError(error) ?? 'forbidden')
    libraryState.set({ kind: 'failed' })
    return null
  }
  if (!isWanted()) {
    store.close()
    return null
  }
  opening = null
  currentStore.set(store)
  store.copy.subscribe(show)
  show()
  return store
}

/** Closes the current user's library on this device, without deleting its data. */
export function closeStore(): void {
  const store = currentStore.get()
  opening = null
  currentStore.set(null)
  libraryState.set({ kind: 'loading' })
  lastReportedRole.set(undefined)
  storageTrouble.set(null)
  syncState.set({ kind: 'syncing', waiting: 0, rejected: 0 })
  store?.close()
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
  const { library: isMissing, history } = requestedBackfill(position)
  const isKnown = position.epoch === null ? outbox.length > 0 : !isMissing || before.kind === 'ready'
  const isHistoryComplete = position.epoch === null || (!isMissing && history === null)
  if (isKnown || phase === 'synced') return { kind: 'ready', library: view, isHistoryComplete }
  return phase === 'syncing' ? { kind: 'loading' } : { kind: 'never-synced', because: phase, library: view }
}

function show(): void {
  const store = currentStore.get()
  if (store === null) return
  const copy = store.copy.get()
  const state = syncState.get()
  const waiting = copy.outbox.length
  if (state.waiting !== waiting || state.rejected !== copy.refused)
    syncState.set({ ...state, waiting, rejected: copy.refused })
  if (copy.position.role !== undefined) lastReportedRole.set(copy.position.role)
  const shown = libraryState.get()
  const next = shownAs(copy, syncState.get().kind, shown)
  // A retry does not hide the reason of the last failure.
  if (next.kind === 'loading' && shown.kind === 'never-synced') return
  if (!isSame(shown, next)) libraryState.set(next)
}

// Setting an equal state would re-render every screen.
const isSame = (one: LibraryState, other: LibraryState): boolean =>
  one.kind === other.kind &&
  (!('library' in one) || !('library' in other) || one.library === other.library) &&
  (one.kind !== 'ready' || other.kind !== 'ready' || one.isHistoryComplete === other.isHistoryComplete) &&
  (one.kind !== 'never-synced' || other.kind !== 'never-synced' || one.because === other.because)

function showSilence(): void {
  if (opening !== null && storageTrouble.get() === 'unanswered') libraryState.set({ kind: 'failed' })
}

syncState.subscribe(show)
storageTrouble.subscribe(showSilence)
