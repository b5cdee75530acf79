import { createBackoff } from '#web/api/send-request.ts'
import type { Observable } from '#web/concurrency/observable.ts'
import { type OpenedStore, setSyncStateKind, type SyncState } from '#web/store/store-interface.ts'
import { lastOutboxSeqInMemory } from '#web/store/library-copy.ts'
import { newUuid } from '#web/store/record-change.ts'
import { RETRY_LATER, runSyncRounds } from './run-sync-rounds.ts'
import { openLiveConnection, type LiveConnection } from './live-connection.ts'

const POLL_MS = 60_000

export type SyncLoop = ReturnType<typeof startSyncLoop>

export function startSyncLoop(store: OpenedStore, state: Observable<SyncState>) {
  const clientId = newUuid()
  const ended = new AbortController()
  const { signal } = ended
  const server = createBackoff()
  let running: Promise<void> | null = null
  let again = false
  let reported = 0
  let tried = 0
  let timer = 0
  let live: LiveConnection | null = null

  function attempt(): Promise<void> {
    if (signal.aborted) return Promise.resolve()
    again = running !== null
    running ??= run().finally(() => (running = null))
    return running
  }

  async function run(): Promise<void> {
    clearTimeout(timer)
    let goesOn = true
    do {
      again = false
      reported = 0
      tried = lastOutboxSeqInMemory(store.copy.get())
      if (store.copy.get().outbox.length > 0) setSyncStateKind(state, 'syncing')
      goesOn = await syncOnce()
    } while (goesOn && (again || reported > store.copy.get().position.cursor))
  }

  async function syncOnce(): Promise<boolean> {
    const end = await runSyncRounds(store, clientId, () => signal.aborted).catch((error: unknown) => {
      // An error of the app must not end the loop (rule SN7).
      reportError(error)
      return RETRY_LATER
    })
    if (signal.aborted) return false
    switch (end.kind) {
      case 'done':
        server.reset()
        setSyncStateKind(state, 'synced')
        live ??= openLiveConnection(store.userId, onRevision, wake)
        later(POLL_MS)
        return true
      case 'signed-out':
      case 'update-needed':
        setSyncStateKind(state, end.kind)
        live?.close()
        live = null
        // The user may have signed in again without this page being notified.
        if (end.kind === 'signed-out') later(POLL_MS)
        return false
      case 'later':
        // A busy server is reachable and says when to retry, so this does not count as offline (rule SC17).
        setSyncStateKind(state, end.isBusy ? 'syncing' : 'offline')
        later(server.recordFailure(end.afterSeconds))
        return false
    }
  }

  function later(milliseconds: number) {
    clearTimeout(timer)
    timer = window.setTimeout(wake, milliseconds)
  }

  function onRevision(revision: number) {
    reported = Math.max(reported, revision)
    // A lower revision also differs: the server was restored from a backup.
    const isNews = revision !== store.copy.get().position.cursor
    if (running === null && isNews && server.canRetryNow()) void attempt()
  }

  // A hidden page without pending changes can wait until it is visible.
  function wake() {
    const isWanted = document.visibilityState === 'visible' || store.copy.get().outbox.length > 0
    if (isWanted && server.canRetryNow()) void attempt()
  }

  function changed() {
    const { kind } = state.get()
    if (lastOutboxSeqInMemory(store.copy.get()) <= tried || !server.canRetryNow()) return
    if (kind !== 'signed-out' && kind !== 'update-needed') void attempt()
  }

  // The network may not be usable yet at the first attempt, so the backoff is reset and the next attempt follows soon.
  function back() {
    server.reset()
    wake()
  }

  const unsubscribe = store.copy.subscribe(changed)
  // Listens to 'offline', too, because only a request shows whether the server can be reached.
  for (const event of ['offline', 'focus']) window.addEventListener(event, wake, { signal })
  window.addEventListener('online', back, { signal })
  document.addEventListener('visibilitychange', wake, { signal })
  void attempt()

  return {
    syncNow: attempt,
    stop() {
      ended.abort()
      clearTimeout(timer)
      live?.close()
      unsubscribe()
    },
  }
}
