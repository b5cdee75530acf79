import type { Intention } from '#core/library/change.ts'
import type { Library } from '#core/library/library.ts'
import { createAppServices } from '#web/app/create-app-services.ts'
import { deleteOtherLibraries } from '#web/store/delete-library.ts'
import { newPartId, newPieceId, newPracticeEntryId } from '#web/store/new-ids.ts'
import { createStoreOpener } from '#web/store/open-store.ts'
import { readEntriesOfPart, readNewestEntries } from '#web/store/part-history.ts'
import { recordChange, recordChanges } from '#web/store/record-change.ts'
import { routineStorageIn } from '#web/store/persisted-routine.ts'
import { setSyncPhase } from '#web/store/sync-state.ts'

const app = createAppServices()
// At once, because tests count on the order of their calls.
const opener = createStoreOpener(app.device)

/** What the app is made of beneath its screens, for tests that need no screen. */
const device = {
  ...opener,
  recordChange: (intention: Intention) => recordChange(app.device, intention),
  recordChanges: (intentions: readonly Intention[]) => recordChanges(app.device, intentions),
  startSync: app.sync.start,
  syncNow: app.sync.syncNow,
  currentRoutineStorage: () => routineStorageIn(app.device.store.get()),
  deleteOtherLibraries,
  newPieceId,
  newPartId,
  newPracticeEntryId,
  /** What the sync loop says when the server cannot be reached. */
  giveUpOnServer: () => setSyncPhase(app.sync.state, 'offline'),
  syncState: () => app.sync.state.get(),
  libraryKind: () => app.device.library.get().kind,
  store: () => app.device.store.get(),
  readEntriesOfPart,
  readNewestEntries,
  parked: () => app.device.store.get()?.rejectedChanges(),
  /** The library as plain rows: maps do not travel from a page to a test. */
  library() {
    const state = app.device.library.get()
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
