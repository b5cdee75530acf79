import { expect, test } from 'vitest'
import { aChange, bpm, NOON, partId, pieceId, practiceId } from '#tests/library/builders.ts'
import { selectAppliedOutboxRows, wasServerRestored, rowsToRequeue } from './apply-sync-round.ts'
import type { PendingRow } from './local-database.ts'

function aPending(seq: number): PendingRow {
  const args = { id: practiceId(seq), pieceId: pieceId(1), partId: partId(1), tempo: bpm(90) }
  const change = aChange({ kind: 'practice.add', args })
  return { seq, id: change.id, change, offset: 7 }
}

test('[SC16] what the server applied is kept, what it refused or has not answered is not', () => {
  const [applied, turnedDown, waiting] = [aPending(1), aPending(2), aPending(3)]
  const rejected = [{ ...turnedDown, code: 'invalid' as const, at: NOON }]
  expect(
    selectAppliedOutboxRows([applied, turnedDown, waiting], { answered: [1, 2], rejected }, NOON),
  ).toEqual([{ ...applied, at: NOON }])
})

test('[SC16] what was kept waits again in its old place, and nothing waits twice', () => {
  const [first, second] = [aPending(1), aPending(2)]
  const kept = [first, second].map(row => ({ ...row, at: NOON }))
  expect(rowsToRequeue(kept, [{ ...second, seq: 9 }], NOON)).toEqual([first])
  expect(rowsToRequeue(kept, [], NOON + 181 * 24 * 60 * 60_000)).toEqual([])
})

test('[SC16] a server is set back when it voids the device under another epoch, not when it is heard for the first time', () => {
  expect(wasServerRestored({ epoch: 'one' }, { epoch: 'two', reset: true })).toBe(true)
  expect(wasServerRestored({ epoch: 'one' }, { epoch: 'two', reset: false })).toBe(false)
  expect(wasServerRestored({ epoch: 'one' }, { epoch: 'one', reset: true })).toBe(false)
  expect(wasServerRestored({ epoch: null }, { epoch: 'one', reset: true })).toBe(false)
})
