import { MOST_SENT } from '#core/sync-protocol.ts'
import type { OpenStore } from '#web/store/current-store.ts'
import type { RoundPlan } from '#web/store/round-writes.ts'
import { exchange, type RoundEnd } from './exchange.ts'
import { withLock } from './with-lock.ts'

/**
 * Rounds until nothing waits and nothing more is to come, or until one cannot be done. A round that the server
 * cannot read is halved until the change that spoils it stands alone and can be set aside: one bad change must not
 * hold up the others for ever (rule SN9).
 */
export async function allRounds(
  store: OpenStore,
  clientId: string,
  isStopped: () => boolean,
): Promise<Exclude<RoundEnd, { kind: 'unreadable' }>> {
  let most = MOST_SENT
  while (!isStopped()) {
    const size = most
    const end = await withLock(`dacapo-sync-${store.userId}`, () => exchange(store, clientId, size))
    if (end.kind === 'unreadable') {
      const sent = Math.min(size, store.copy.get().outbox.length)
      if (sent === 0) return { kind: 'later', afterSeconds: null }
      if (sent === 1) await store.takeRound(firstSetAside)
      most = Math.max(1, Math.floor(sent / 2))
      continue
    }
    if (end.kind !== 'done' || !end.again) return end
    most = MOST_SENT
  }
  return { kind: 'done', again: false }
}

/** The first change that waits is set aside as invalid; everything else stays as it is. */
export const firstSetAside: RoundPlan = ({ outbox, position }) => {
  const first = outbox[0]
  if (first === undefined) return null
  const { change, seq } = first
  return {
    reset: false,
    rows: { pieces: [], parts: [], practice: [] },
    answered: [seq],
    parked: [{ id: change.id, change, code: 'invalid', at: change.at }],
    position,
  }
}
