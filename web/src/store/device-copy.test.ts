import { describe, expect, test } from 'vitest'
import type { Change } from '#core/library/change.ts'
import {
  aChange,
  aPart,
  aPiece,
  bpm,
  changeId,
  NOON,
  partId,
  pieceId,
  practiceId,
} from '#tests/library/builders.ts'
import { changesToSend, applyDelta, EMPTY_DEVICE_COPY, isNewerCopy, type TabCopy } from './device-copy.ts'
import { FIRST_SYNC_POSITION, type PendingRow } from './local-database.ts'

const renamed = (name: string, at: number) =>
  aChange({ kind: 'piece.patch', args: { id: pieceId(1), name } }, { at })
const practiced = (tempo: number, at = NOON + 1000) =>
  aChange(
    {
      kind: 'practice.add',
      args: { id: practiceId(tempo), pieceId: pieceId(1), partId: partId(1), tempo: bpm(tempo) },
    },
    { at },
  )

let seq = 0
const waiting = (change: Change, offset = 0): PendingRow => ({ seq: ++seq, id: change.id, change, offset })

/** A device that has heard revision 5: aPiece() with its aPart(). */
function aCopy(): TabCopy {
  return applyDelta(EMPTY_DEVICE_COPY, {
    kind: 'everything',
    rows: { pieces: [aPiece({ revision: 5 })], parts: [aPart({ revision: 5 })] },
    outbox: [],
    position: { ...FIRST_SYNC_POSITION, cursor: 5, epoch: 'first', version: 1, generation: 1 },
    rejected: 0,
  })
}
const tempoIn = (copy: TabCopy) => copy.view.parts.get(partId(1))?.currentTempo

describe('what a tab holds in memory', () => {
  test('a waiting change is seen at once and leaves the confirmed rows alone', () => {
    const copy = applyDelta(aCopy(), { kind: 'waiting', added: [waiting(practiced(93))] })
    expect(tempoIn(copy)).toBe(93)
    expect(copy.confirmed.parts.get(partId(1))?.currentTempo).toBe(80)
    expect(copy.outbox).toHaveLength(1)
  })

  test('after a reset the rows that came are all there is, and what waits still counts', () => {
    const row = waiting(practiced(93))
    const before = applyDelta(aCopy(), { kind: 'waiting', added: [row] })
    const copy = applyDelta(before, {
      kind: 'everything',
      rows: { pieces: [aPiece({ id: pieceId(2) })], parts: [] },
      outbox: [row],
      position: { ...before.position, version: 2, generation: 2 },
      rejected: 0,
    })
    expect([...copy.view.pieces.keys()]).toEqual([pieceId(2)])
    expect(copy.outbox).toEqual([row])
  })

  test('[ST29] nothing new keeps the very same copy, so that no screen is drawn again', () => {
    const copy = aCopy()
    expect(applyDelta(copy, { kind: 'waiting', added: [] })).toBe(copy)
  })

  test('[ST29] a waiting change touches only the rows it means', () => {
    const before = aCopy()
    const copy = applyDelta(before, { kind: 'waiting', added: [waiting(renamed('Giga', NOON + 1000))] })
    expect(copy.view.parts.get(partId(1))).toBe(before.view.parts.get(partId(1)))
    expect(copy.confirmed).toBe(before.confirmed)
  })

  test('[ST29] of two copies the one that has read further stands, whichever was finished first', () => {
    const older = aCopy()
    const newer = applyDelta(older, { kind: 'waiting', added: [waiting(practiced(93))] })
    expect(isNewerCopy(newer, older)).toBe(true)
    expect(isNewerCopy(older, newer)).toBe(false)
    expect(isNewerCopy(older, older)).toBe(false)
    const answered = { ...older, position: { ...older.position, version: 2 } }
    expect(isNewerCopy(answered, newer)).toBe(true)
  })

  test('[ME1] the newest stamp is known from the rows and from what waits', () => {
    expect(aCopy().newest).toBe(NOON)
    const copy = applyDelta(aCopy(), { kind: 'waiting', added: [waiting(practiced(93, NOON + 77))] })
    expect(copy.newest).toBe(NOON + 77)
  })

  test('[ME1] a clock that was an hour ahead no longer pushes edits ahead once that is known', () => {
    const hour = 3_600_000
    const ahead = applyDelta(aCopy(), { kind: 'waiting', added: [waiting(practiced(93, NOON + hour))] })
    const copy = applyDelta(ahead, {
      kind: 'round',
      rows: { pieces: [], parts: [aPart({ revision: 6, stamps: { currentTempo: NOON + 20 } })] },
      outbox: [],
      position: { ...ahead.position, cursor: 6, version: 2, clockOffset: -hour },
      rejected: 0,
    })
    expect(copy.newest).toBe(NOON + 20)
  })
})

describe('what waits, as it is sent', () => {
  test('[ME1] a stamp made before the server was heard is told in its time', () => {
    const change = practiced(93, NOON)
    expect(changesToSend([waiting(change, 0)], 3_600_000)).toEqual([{ ...change, at: NOON + 3_600_000 }])
  })

  test('[ME1] what was corrected already is not corrected twice', () => {
    const change = practiced(93, NOON)
    expect(changesToSend([waiting(change, 3_600_000)], 3_600_000)).toEqual([change])
  })

  test('[ME1] changes keep the order in which they were made, whatever the clock was thought to be', () => {
    const first = waiting({ ...renamed('first', NOON + 5000), id: changeId(1) }, 0)
    const second = waiting({ ...renamed('second', NOON + 5001), id: changeId(2) }, 4000)
    const sent = changesToSend([first, second], 4000)
    expect(sent.map(change => change.id)).toEqual([changeId(1), changeId(2)])
    expect(sent[1]?.at).toBeGreaterThanOrEqual(sent[0]?.at ?? Infinity)
  })

  test('[RC2] what was refused before keeps its stamp, and makes no other change newer', () => {
    const tuesday = waiting(renamed('tuesday', NOON + 5000))
    const monday: PendingRow = { ...waiting(practiced(93, NOON)), again: true }
    const [first, second] = changesToSend([tuesday, monday], 0)
    expect([first?.at, second?.at]).toEqual([NOON + 5000, NOON])
    const late: PendingRow = { ...monday, change: { ...monday.change, at: NOON + 9000 } }
    expect(changesToSend([late, tuesday], 0)[1]?.at).toBe(NOON + 5000)
  })
})
