import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { replayChanges } from '#core/library/apply-change.ts'
import { newestEditStamp } from '#core/library/merge.ts'
import { aChange, aPart, aPiece, bpm, NOON, partId, pieceId, practiceId } from '#tests/library/builders.ts'
import {
  changesToSend,
  newestPendingStamp,
  applyDelta,
  EMPTY_DEVICE_COPY,
  replayOutbox,
  type DeviceCopy,
} from './device-copy.ts'
import { FIRST_SYNC_POSITION, type PendingRow } from './local-database.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: NOON }))
afterEach(() => void vi.useRealTimers())

/** What screens show, without revisions, which they do not. */
function shownIn({ view, newest }: Pick<DeviceCopy, 'view' | 'newest'>) {
  const unnumbered = <Id, Row>(rows: ReadonlyMap<Id, Row>) =>
    new Map([...rows].map(([id, row]) => [id, { ...row, revision: 0 }]))
  const { pieces, parts, practice } = view
  const shown = { pieces: unnumbered(pieces), parts: unnumbered(parts), practice: unnumbered(practice) }
  return { view: shown, newest }
}

function fullReplayOf(copy: DeviceCopy) {
  const { confirmed, outbox, position } = copy
  const newest = Math.max(newestEditStamp(confirmed), newestPendingStamp(outbox, position.clockOffset))
  return shownIn({ view: replayOutbox(copy), newest })
}

describe('what a tab shows after a round', () => {
  test('[ST29] keeps the rows of changes that the answer does not concern, and of those it was expected to give', () => {
    const before = aCopyWith([1, 2, 1, 2])
    const after = roundOf(before, 2, [])
    expect([...after.outbox]).toEqual(before.outbox.slice(2))
    expect(shownIn(after)).toEqual(fullReplayOf(after))
    for (const entry of [3, 4])
      expect(after.view.practice.get(practiceId(entry))).toBe(before.view.practice.get(practiceId(entry)))
  })

  test('[ST29] replays what waits over pieces that another device has changed', () => {
    const before = aCopyWith([1, 2, 1, 2])
    const after = roundOf(before, 0, [aPiece({ id: pieceId(1), name: 'Giga', revision: 7 })])
    expect(shownIn(after)).toEqual(fullReplayOf(after))
    expect(after.view.pieces.get(pieceId(1))?.name).toBe('Giga')
  })

  test('[ST29] is the very same library if nothing came that a screen shows', () => {
    const before = aCopyWith([1, 2])
    expect(roundOf(before, 0, []).view).toBe(before.view)
  })
})

/** Two pieces with a part each, and entries of these pieces that wait. */
function aCopyWith(entries: readonly number[]): DeviceCopy {
  const outbox = entries.map((number, index): PendingRow => {
    const args = {
      id: practiceId(index + 1),
      pieceId: pieceId(number),
      partId: partId(number),
      tempo: bpm(90),
    }
    const change = aChange({ kind: 'practice.add', args }, { at: NOON + 1000 + index })
    return { seq: index + 1, id: change.id, change, offset: 0 }
  })
  return applyDelta(EMPTY_DEVICE_COPY, {
    kind: 'everything',
    rows: {
      pieces: [1, 2].map(number => aPiece({ id: pieceId(number), revision: 5 })),
      parts: [1, 2].map(number => aPart({ id: partId(number), pieceId: pieceId(number), revision: 5 })),
    },
    outbox,
    position: { ...FIRST_SYNC_POSITION, cursor: 5, epoch: 'first', version: 1, generation: 1 },
    rejected: 0,
  })
}

/** A copy after the server has applied so many changes, and told of these pieces, too. */
function roundOf(
  before: DeviceCopy,
  answered: number,
  pieces: readonly ReturnType<typeof aPiece>[],
): DeviceCopy {
  const known = { ...before.confirmed, practice: new Map() }
  const library = replayChanges(known, changesToSend(before.outbox.slice(0, answered), 0))
  const rows = {
    pieces,
    parts: answered === 0 ? [] : [...library.parts.values()].map(part => ({ ...part, revision: 6 })),
  }
  return applyDelta(before, {
    kind: 'round',
    rows,
    outbox: before.outbox.slice(answered),
    position: { ...before.position, cursor: 6, version: 2 },
    rejected: 0,
  })
}
