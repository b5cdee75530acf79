import { MOST_SENT } from '#core/sync-protocol.ts'
import type { OpenStore } from '#web/store/current-store.ts'
import type { RoundPlan } from '#web/store/round-writes.ts'
import { withLock } from '#web/store/with-lock.ts'
import { exchange, type RoundEnd } from './exchange.ts'

/** A server that is in order makes a device begin anew once; a second backup may come in between. */
const MOST_BEGINNINGS = 3

/**
 * Rounds until nothing waits and nothing more is to come, or until one cannot be done. A round that the server
 * cannot read is halved until the change that spoils it stands alone and can be set aside: one bad change must not
 * hold up the others for ever (rules SN9, SN14).
 */
export async function allRounds(
  store: OpenStore,
  clientId: string,
  isStopped: () => boolean,
): Promise<Settled> {
  const round = (most: number) =>
    withLock(`dacapo-sync-${store.userId}`, () => exchange(store, clientId, most))
  let most = MOST_SENT
  let beginnings = 0
  while (!isStopped()) {
    const end = await round(most)
    if (end.kind === 'unreadable') {
      const waiting = store.copy.get().outbox
      if (waiting.length === 0) return LATER
      const sent = Math.min(most, waiting.length)
      if (sent === 1) {
        // Is it the change at all? If not even a round without one can be read, everything would be set aside.
        const without = await round(0)
        if (without.kind !== 'done') return without.kind === 'unreadable' ? LATER : without
        if ((await store.takeRound(setAside(waiting[0]?.seq))) === 'failed') return LATER
      }
      most = Math.max(1, Math.floor(sent / 2))
      continue
    }
    if (end.kind !== 'done' || !end.again) return end
    if (end.hasBegunAnew && ++beginnings === MOST_BEGINNINGS) return LATER
    most = MOST_SENT
  }
  return { kind: 'done', again: false, hasBegunAnew: false }
}

type Settled = Exclude<RoundEnd, { kind: 'unreadable' }>

const LATER: Settled = { kind: 'later', afterSeconds: null }

/** One change that waits is set aside as invalid, if it still waits; everything else stays as it is. */
function setAside(seq: number | undefined): RoundPlan {
  return ({ outbox, position }) => {
    const spoiling = outbox.find(row => row.seq === seq)
    if (spoiling === undefined) return null
    const { change, offset } = spoiling
    return {
      reset: false,
      rows: { pieces: [], parts: [], practice: [] },
      answered: [spoiling.seq],
      parked: [{ id: change.id, change, offset, code: 'invalid', at: change.at }],
      position,
    }
  }
}
