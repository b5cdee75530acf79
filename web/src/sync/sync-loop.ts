import { createBackoff } from '#web/api/backoff.ts'
import { currentStore, type OpenStore } from '#web/store/current-store.ts'
import { lastSeq } from '#web/store/device-copy.ts'
import { newUuid } from '#web/store/new-ids.ts'
import { registerSyncRound, setSyncPhase, syncState } from '#web/store/sync-state.ts'
import { allRounds } from './all-rounds.ts'
import { openLive, type Live } from './live.ts'

const POLL_MS = 60_000

/** Keeps the open library and the server together until the given-back function is called; follows a change of user. */
export function startSync(): () => void {
  let stop = () => {}
  const follow = () => {
    stop()
    const store = currentStore.get()
    stop = store === null ? () => {} : keepTogether(store)
  }
  const leave = currentStore.subscribe(follow)
  follow()
  return () => {
    leave()
    stop()
  }
}

/**
 * When a round happens: at the start, after each change, when the network or the page comes back, when the server
 * tells of a revision this device has not, every minute while visible, and after a failure when its wait is over
 * (rules SN7, SN10, SN11).
 */
function keepTogether(store: OpenStore): () => void {
  const clientId = newUuid()
  const ended = new AbortController()
  const { signal } = ended
  const server = createBackoff()
  let running: Promise<void> | null = null
  let again = false
  let heard = 0
  let tried = 0
  let timer = 0
  let live: Live | null = null

  /** A round now, or right after the one that runs; resolves when all of them are over. */
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
      heard = 0
      tried = lastSeq(store.copy.get())
      if (store.copy.get().outbox.length > 0) setSyncPhase('syncing')
      goesOn = await settled()
    } while (goesOn && (again || heard > store.copy.get().position.cursor))
  }

  /** Rounds and what follows from how they ended; false when there is no use in going on now. */
  async function settled(): Promise<boolean> {
    const end = await allRounds(store, clientId, () => signal.aborted)
    if (signal.aborted) return false
    switch (end.kind) {
      case 'done':
        server.reset()
        setSyncPhase('synced')
        live ??= openLive(store.userId, hear, wake)
        later(POLL_MS)
        return true
      case 'signed-out':
      case 'update-needed':
        setSyncPhase(end.kind)
        live?.close()
        live = null
        // Somebody may be back without this page having heard of it.
        if (end.kind === 'signed-out') later(POLL_MS)
        return false
      case 'later':
        // A server that names a time has answered: what waits is on its way (rule SN21).
        setSyncPhase(end.isBusy ? 'syncing' : 'offline')
        later(server.recordFailure(end.afterSeconds))
        return false
    }
  }

  function later(milliseconds: number) {
    clearTimeout(timer)
    timer = window.setTimeout(wake, milliseconds)
  }

  function hear(revision: number) {
    heard = revision
    // A smaller one is news too: the server was set back to a backup.
    const isNews = revision !== store.copy.get().position.cursor
    if (running === null && isNews && server.canRetryNow()) void attempt()
  }

  // A hidden page with nothing to send can wait until somebody looks.
  function wake() {
    const isWanted = document.visibilityState === 'visible' || store.copy.get().outbox.length > 0
    if (isWanted && server.canRetryNow()) void attempt()
  }

  function changed() {
    const { kind } = syncState.get()
    if (lastSeq(store.copy.get()) <= tried || !server.canRetryNow()) return
    if (kind !== 'signed-out' && kind !== 'update-needed') void attempt()
  }

  // The first attempt may come before the network carries it, and however long that was away, the next follows soon.
  function back() {
    server.reset()
    wake()
  }

  const withdraw = registerSyncRound(attempt)
  const unsubscribe = store.copy.subscribe(changed)
  // Also when the network goes: whether the server can be reached is found out, not guessed.
  for (const event of ['offline', 'focus', 'pageshow']) window.addEventListener(event, wake, { signal })
  window.addEventListener('online', back, { signal })
  document.addEventListener('visibilitychange', wake, { signal })
  void attempt()

  return () => {
    ended.abort()
    clearTimeout(timer)
    live?.close()
    withdraw()
    unsubscribe()
  }
}
