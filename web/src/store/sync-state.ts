import { createObservable } from '#web/concurrency/observable.ts'
import { useObservable } from '#web/concurrency/use-observable.ts'

/** How sync stands, as the loop last told it; 'syncing' also before its first answer. */
export type SyncPhase = 'synced' | 'syncing' | 'offline' | 'signed-out' | 'update-needed'

/** The state of sync, as the frame shows it. */
export type SyncState = {
  readonly kind: SyncPhase
  /** Changes on this device that the server has not answered yet. */
  readonly waiting: number
  /** Changes that the server refused and that are kept with their reason. */
  readonly rejected: number
}

/** The state of sync, as the frame shows it. */
export const syncState = createObservable<SyncState>({ kind: 'syncing', waiting: 0, rejected: 0 })

/** How the library and the server stand to each other, for the little sign at the top of the page. */
export const useSyncState = (): SyncState => useObservable(syncState)

/** Tells how the loop stands; the counts are the store's. */
export function setSyncPhase(kind: SyncPhase): void {
  const state = syncState.get()
  if (state.kind !== kind) syncState.set({ ...state, kind })
}

/** One attempt to reach the server now; the loop puts itself here, because screens do not know it. */
type Attempt = () => Promise<void>
let attempt: Attempt = async () => undefined

/** The sync loop offers its round; gives back the function that takes the offer away. */
export function registerSyncRound(round: Attempt): () => void {
  attempt = round
  return () => {
    if (attempt === round) attempt = async () => undefined
  }
}

/** Asks for a round now and resolves when it is over, whatever came of it. */
export const syncNow = (): Promise<void> => attempt()
