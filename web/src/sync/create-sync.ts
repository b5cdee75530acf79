import { sleep, waitUntil } from '#web/concurrency/waiting.ts'
import { createObservable, type Observable } from '#web/concurrency/observable.ts'
import {
  type OpenedStore,
  INITIAL_SYNC_STATE,
  setSyncStateKind,
  type SyncControl,
} from '#web/store/store-interface.ts'
import type { SyncLoop } from './sync-loop.ts'

export type Sync = SyncControl & {
  readonly start: () => () => void
}

export function createSync(store: Observable<OpenedStore | null>): Sync {
  const state = createObservable(INITIAL_SYNC_STATE)
  let loop: SyncLoop | null = null

  return {
    state,
    syncNow: async () => loop?.syncNow(),
    start() {
      let left = false
      // Starts in a task of its own, so that the task that renders the screen can end.
      void sleep(0)
        .then(() => import('./sync-loop.ts'))
        .then(async ({ startSyncLoop }) => {
          await waitUntil(store, opened => opened !== null)
          const opened = store.get()
          if (!left && opened !== null) loop = startSyncLoop(opened, state)
        })
        // The network failed before the sync code was loaded. The local library stays usable.
        .catch(() => setSyncStateKind(state, 'offline'))
      return () => {
        left = true
        loop?.stop()
        loop = null
      }
    },
  }
}
