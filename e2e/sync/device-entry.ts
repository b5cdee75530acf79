import type { Intention } from '#core/library/change.ts'
import type { LibraryWithNeededEntries } from '#core/library/library.ts'
import type { PartId } from '#core/library/piece.ts'
import { createAppServices } from '#web/app/create-app-services.ts'
import {
  newPartId,
  newPieceId,
  newPracticeEntryId,
  recordChange,
  recordChanges,
} from '#web/store/record-change.ts'
import { createStoreOpener } from '#web/store/open-store.ts'
import * as log from '#web/store/entry-log.ts'
import { getRoutineRepository } from '#web/store/routine-repository.ts'
import { type OpenedStore, setSyncStateKind } from '#web/store/store-interface.ts'

const app = createAppServices()
const device = {
  /** Uses a new opener each time, so that a test can open a store again after closing it. */
  openStore: (user: string) => createStoreOpener(app.device)(user),
  closeStore() {
    app.device.store.get()?.close()
    app.device.store.set(null)
  },
  recordChange: (intention: Intention) => recordChange(app.device, intention),
  recordChanges: (intentions: readonly Intention[]) => recordChanges(app.device, intentions),
  startSync: app.sync.start,
  syncNow: app.sync.syncNow,
  currentRoutineStorage: () => getRoutineRepository(app.device.store.get()),
  newPieceId,
  newPartId,
  newPracticeEntryId,
  setSyncOffline: () => setSyncStateKind(app.sync.state, 'offline'),
  syncState: () => app.sync.state.get(),
  libraryKind: () => app.device.library.get().kind,
  store: () => app.device.store.get(),
  readEntriesOfPartWithRetracted: (part: PartId) => log.readEntriesOfPartWithRetracted(openStore(), part),
  readNewestEntriesOfPart: (part: PartId, count: number) =>
    log.readNewestEntriesOfPart(openStore(), part, count),
  readRecentTimedEntriesByPart: (parts: readonly PartId[]) =>
    log.readRecentTimedEntriesByPart(openStore(), parts),
  readEntriesBetweenWithRetracted: (from: number, until: number) =>
    log.readEntriesBetweenWithRetracted(openStore(), from, until),
  readDistinctPracticeDays: (calendar: log.LocalDayFunctions) =>
    log.readDistinctPracticeDays(openStore(), calendar),
  /** An array, because a map cannot be passed from the page to the test. */
  entries: async () => [...((await log.readAllEntriesById(openStore()))?.values() ?? [])],
  /** As arrays. Of the practice entries, only unsynced ones. */
  library() {
    const isReady = app.device.library.get().kind === 'ready'
    return isReady ? plain(openStore().copy.get().view) : null
  },
}

function openStore(): OpenedStore {
  const store = app.device.store.get()
  if (store === null) throw new Error('no store is open')
  return store
}

const plain = ({ pieces, parts, practice }: LibraryWithNeededEntries) => ({
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
