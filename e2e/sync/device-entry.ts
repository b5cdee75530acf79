import type { Library } from '#core/library/library.ts'
import { currentStore, libraryState } from '#web/store/current-store.ts'
import { deleteOtherLibraries } from '#web/store/delete-library.ts'
import { newPartId, newPieceId, newPracticeId } from '#web/store/new-ids.ts'
import { closeStore, openStore } from '#web/store/open-store.ts'
import { readEntriesOfPart, readNewestEntries } from '#web/store/part-history.ts'
import { recordChange, recordChanges } from '#web/store/record-change.ts'
import { currentRoutineStorage } from '#web/store/persisted-routine.ts'
import { setSyncPhase, syncNow, syncState } from '#web/store/sync-state.ts'
import { startSync } from '#web/sync/sync-loop.ts'

/** What the app is made of beneath its screens, for tests that need no screen. */
const device = {
  openStore,
  closeStore,
  recordChange,
  recordChanges,
  startSync,
  syncNow,
  currentRoutineStorage,
  deleteOtherLibraries,
  newPieceId,
  newPartId,
  newPracticeId,
  /** What the sync loop says when the server cannot be reached. */
  giveUpOnServer: () => setSyncPhase('offline'),
  syncState: () => syncState.get(),
  libraryKind: () => libraryState.get().kind,
  store: () => currentStore.get(),
  readEntriesOfPart,
  readNewestEntries,
  parked: () => currentStore.get()?.rejectedChanges(),
  /** The library as plain rows: maps do not travel from a page to a test. */
  library() {
    const state = libraryState.get()
    return state.kind === 'ready' ? plain(state.library) : null
  },
}

const plain = ({ pieces, parts, practice }: Library) => ({
  pieces: [...pieces.values()],
  parts: [...parts.values()],
  practice: [...practice.values()],
})

declare global {
  interface Window {
    device: typeof device
  }
}

window.device = device
