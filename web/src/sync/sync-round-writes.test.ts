import { describe, expect, test } from 'vitest'
import type { SyncResponse } from '#core/protocol/sync-protocol.ts'
import { applyDelta, EMPTY_DEVICE_COPY, type TabCopy } from '#web/store/device-copy.ts'
import { rowsToRequeue, selectAppliedOutboxRows } from '#web/store/apply-sync-round.ts'
import { FIRST_SYNC_POSITION, type PendingRow } from '#web/store/local-database.ts'
import {
  aChange,
  aPart,
  aPiece,
  aPractice,
  bpm,
  NOON,
  pieceId,
  partId,
  practiceId,
} from '#tests/library/builders.ts'
import { clockOffsetAfter, planSyncRoundWrites, type SentSyncRequest } from './run-sync-rounds.ts'

const nothing = { pieces: [], parts: [] }

function aPending(seq: number): PendingRow {
  const args = { id: practiceId(seq), pieceId: pieceId(1), partId: partId(1), tempo: bpm(90) }
  const change = aChange({ kind: 'practice.add', args })
  return { seq, id: change.id, change, offset: 0 }
}

function aCopy(outbox: readonly PendingRow[], position: Partial<TabCopy['position']> = {}): TabCopy {
  return applyDelta(EMPTY_DEVICE_COPY, {
    kind: 'everything',
    rows: { pieces: [aPiece({ revision: 5 })], parts: [aPart({ revision: 5 })] },
    outbox,
    position: {
      ...FIRST_SYNC_POSITION,
      cursor: 5,
      entriesCursor: 4,
      epoch: 'first',
      version: 1,
      generation: 1,
      ...position,
    },
    rejected: 0,
  })
}

const sentRound = (
  pending: readonly PendingRow[],
  fields: Partial<SentSyncRequest> = {},
): SentSyncRequest => ({
  pending,
  since: 5,
  entriesSince: 4,
  epoch: 'first',
  generation: 1,
  sentAt: NOON,
  answeredAt: NOON + 100,
  ...fields,
})

const anAnswer = (fields: Partial<SyncResponse> = {}): SyncResponse => ({
  results: [],
  reset: false,
  epoch: 'first',
  revision: 6,
  more: false,
  now: NOON + 50,
  plan: null,
  rows: nothing,
  entries: [],
  entriesRevision: 6,
  moreEntries: false,
  ...fields,
})

describe('what an answer changes on this device', () => {
  test('[RC1] what was answered leaves the outbox, what was refused is kept with its reason, the rest stays', () => {
    const [applied, refused, unanswered] = [aPending(1), aPending(2), aPending(3)]
    const pending = [applied, refused, unanswered]
    const answer = anAnswer({
      results: [
        { id: applied.id, status: 'applied' },
        { id: refused.id, status: 'rejected', code: 'too-many-pieces' },
      ],
    })
    const writes = planSyncRoundWrites(aCopy(pending), sentRound(pending), answer)
    expect(writes?.answered).toEqual([1, 2])
    expect(writes?.rejected).toEqual([
      { id: refused.id, change: refused.change, offset: 0, code: 'too-many-pieces', at: NOON + 100 },
    ])
  })

  test('[LS26] a tempo that was taken before its place in the log has come stays in the history', () => {
    const row = aPending(1)
    const results = [{ id: row.id, status: 'applied' as const }]
    const behind = anAnswer({ results, entriesRevision: 4, moreEntries: true })
    const id = practiceId(1)
    expect(planSyncRoundWrites(aCopy([row]), sentRound([row]), behind)?.acknowledged).toMatchObject([
      { id, retractedAt: null },
    ])
    const entries = [aPractice({ id, revision: 6 })]
    const whole = anAnswer({ results, entries })
    expect(planSyncRoundWrites(aCopy([row]), sentRound([row]), whole)?.acknowledged).toEqual([])
  })

  test('[LS26] entries go on where the last ones ended, and the history is complete when no more follow', () => {
    const entries = [aPractice({ revision: 5 })]
    const page = anAnswer({ entries, entriesRevision: 5, moreEntries: true })
    const writes = planSyncRoundWrites(aCopy([]), sentRound([]), page)
    expect(writes).toMatchObject({ entries, position: { entriesCursor: 5, isHistoryComplete: false } })
    // A device that had everything, and was away while another one wrote much.
    const behind = aCopy([], { isHistoryComplete: true })
    expect(planSyncRoundWrites(behind, sentRound([]), page)?.position.isHistoryComplete).toBe(false)
    const last = planSyncRoundWrites(aCopy([]), sentRound([]), anAnswer())
    expect(last?.position).toMatchObject({ entriesCursor: 6, isHistoryComplete: true })
  })

  test('[LS17] after a reset everything confirmed is void, whatever its revision, and the epoch is the new one', () => {
    const rows = { ...nothing, pieces: [aPiece({ name: 'restored', revision: 2 })] }
    const answer = anAnswer({ reset: true, epoch: 'second', revision: 2, rows })
    expect(planSyncRoundWrites(aCopy([]), sentRound([]), answer)).toMatchObject({
      reset: true,
      rows,
      position: { cursor: 2, epoch: 'second' },
    })
  })

  test('[SC16] the verdicts of a server that was set back to a backup do not count: it gets the rest first', () => {
    const row = aPending(1)
    const results = [{ id: row.id, status: 'rejected' as const, code: 'not-found' as const }]
    const setBack = anAnswer({ reset: true, epoch: 'second', results })
    expect(planSyncRoundWrites(aCopy([row]), sentRound([row]), setBack)).toMatchObject({
      answered: [],
      rejected: [],
    })
    const begunAnew = anAnswer({ reset: true, results })
    expect(planSyncRoundWrites(aCopy([row]), sentRound([row]), begunAnew)).toMatchObject({
      answered: [1],
      rejected: [{}],
    })
  })

  test('[SC16] a server that was set back gets again what it had applied, but neither what it refused nor what waits anyway', () => {
    const outbox = [aPending(1), aPending(2), aPending(3)] as const
    const { id, change } = outbox[1]
    const rejected = [{ id, change, offset: 0, code: 'invalid' as const, at: NOON }]
    const applied = selectAppliedOutboxRows(outbox, { answered: [1, 2], rejected }, NOON)
    expect(applied.map(({ seq, at }) => [seq, at])).toEqual([[1, NOON]])
    expect(rowsToRequeue(applied, [outbox[2]], NOON + 1)).toEqual([outbox[0]])
    expect(rowsToRequeue(applied, outbox, NOON + 1)).toEqual([])
  })

  test('[SC19] an answer of another epoch than what another tab has stored meanwhile is asked for again', () => {
    const copy = aCopy([], { epoch: 'second', cursor: 7 })
    expect(planSyncRoundWrites(copy, sentRound([]), anAnswer())).toBeNull()
  })

  test('[SC19] an answer that would leave a gap is asked for again', () => {
    expect(planSyncRoundWrites(aCopy([], { cursor: 3 }), sentRound([]), anAnswer())).toBeNull()
    expect(planSyncRoundWrites(aCopy([], { entriesCursor: 3 }), sentRound([]), anAnswer())).toBeNull()
  })

  test('[SC19] an answer that comes after a newer one is asked for again', () => {
    expect(planSyncRoundWrites(aCopy([], { cursor: 9 }), sentRound([]), anAnswer())).toBeNull()
    expect(planSyncRoundWrites(aCopy([], { entriesCursor: 9 }), sentRound([]), anAnswer())).toBeNull()
  })
})

describe('the clock', () => {
  const roundTrip = { sentAt: NOON, answeredAt: NOON + 100 }

  test('[ME1] a device that is an hour slow learns so from the middle of the round trip', () => {
    expect(clockOffsetAfter(0, roundTrip, NOON + 50 + 3_600_000)).toBe(3_600_000)
  })

  test('[ME1] what is within the doubt of a round trip changes nothing', () => {
    expect(clockOffsetAfter(0, roundTrip, NOON + 900)).toBe(0)
    const slow = { sentAt: NOON, answeredAt: NOON + 20_000 }
    expect(clockOffsetAfter(0, slow, NOON + 19_000)).toBe(0)
  })

  test('[ME1] a clock that was set right is believed again', () => {
    expect(clockOffsetAfter(3_600_000, roundTrip, NOON + 50)).toBe(0)
  })
})
