import { MAX_CHANGES_SENT } from '#core/protocol/sync-protocol.ts'
import type { OpenStore } from '#web/store/store-interface.ts'
import type { PlanSyncRoundWrites } from '#web/store/sync-round-writes.ts'
import { whenIdle } from '#web/concurrency/when-idle.ts'
import { withLock } from '#web/concurrency/with-lock.ts'
import { sendSyncRound, type SyncRoundEnd } from './send-sync-round.ts'

/**
 * Maximum number of responses that replace all rows. Usually there is one at most, but the server may be restored again
 * meanwhile.
 */
const MOST_BEGINNINGS = 3

/**
 * Exchanges changes with the server in rounds, until both sides have all data or a round fails. Returns the result of
 * the last round. If the server cannot parse a request, repeats it with half as many changes until the faulty change is
 * found. This change is moved to the rejected changes, so that it does not block the others (rules SN9, SN14).
 *
 * @param clientId UUID that identifies this tab to the server
 * @param isStopped returns true if no further round may begin
 */
export async function runSyncRounds(
  store: OpenStore,
  clientId: string,
  isStopped: () => boolean,
): Promise<Settled> {
  const round = (most: number) =>
    withLock(`dacapo-sync-${store.userId}`, () => sendSyncRound(store, clientId, most))
  let most = MAX_CHANGES_SENT
  let beginnings = 0
  while (!isStopped()) {
    const end = await round(most)
    if (end.kind === 'unreadable') {
      const waiting = store.copy.get().outbox
      if (waiting.length === 0) return LATER
      const sent = Math.min(most, waiting.length)
      if (sent === 1) {
        // Checks that the change is the cause: if a round without changes fails as well, every change would be set
        // aside.
        const without = await round(0)
        if (without.kind !== 'done') return without.kind === 'unreadable' ? LATER : without
        if ((await store.applyRound(setAside(waiting[0]?.seq))) === 'failed') return LATER
      }
      most = Math.max(1, Math.floor(sent / 2))
      continue
    }
    if (end.kind !== 'done' || !end.again) return end
    if (end.hasBegunAnew && ++beginnings === MOST_BEGINNINGS) return LATER
    most = MAX_CHANGES_SENT
    // Older entries can wait until the page is idle, so that the pieces that have just arrived are drawn first.
    if (isOnlyHistoryMissing(store)) await new Promise<void>(whenIdle)
  }
  return { kind: 'done', again: false, hasBegunAnew: false }
}

function isOnlyHistoryMissing(store: OpenStore): boolean {
  const { isLibraryComplete, isHistoryComplete } = store.copy.get().position
  return isLibraryComplete && !isHistoryComplete
}

type Settled = Exclude<SyncRoundEnd, { kind: 'unreadable' }>

/** The result of rounds that could not be done for a reason other than a busy server. */
export const LATER: Settled = { kind: 'later', afterSeconds: null, isBusy: false }

/** Returns a plan that sets one pending change aside as invalid, if it is still pending. */
function setAside(seq: number | undefined): PlanSyncRoundWrites {
  return ({ outbox, position }) => {
    const spoiling = outbox.find(row => row.seq === seq)
    if (spoiling === undefined) return null
    const { change, offset } = spoiling
    return {
      reset: false,
      rows: { pieces: [], parts: [] },
      entries: [],
      answered: [spoiling.seq],
      parked: [{ id: change.id, change, offset, code: 'invalid', at: change.at }],
      position,
    }
  }
}
