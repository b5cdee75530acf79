import { describe, expect, test } from 'vitest'
import {
  aChange,
  aLibrary,
  aPart,
  aPiece,
  aPractice,
  bpm,
  day,
  NOON,
  partId,
  pieceId,
  practiceId,
} from '#tests/library/builders.ts'
import type { Change } from './change.ts'
import { applyChange, replayChanges } from './apply-change.ts'
import { EMPTY_LIBRARY, type LibraryWithNeededEntries } from './library.ts'
import type { PracticeDetails, RunThroughId } from './piece.ts'

const saved = (tempo: number, seconds: number, entry = 1, details: Partial<PracticeDetails> = {}) =>
  aChange(
    {
      kind: 'practice.add',
      args: { id: practiceId(entry), pieceId: pieceId(1), partId: partId(1), tempo: bpm(tempo), ...details },
    },
    { at: NOON + seconds * 1000 },
  )
const retracted = (seconds: number, entry = 1, to: { tempo?: number; last?: number } = {}) =>
  aChange(
    {
      kind: 'practice.retract',
      args: {
        id: practiceId(entry),
        currentTempo: bpm(to.tempo ?? 80),
        lastPracticed: to.last === undefined ? null : NOON + to.last * 1000,
      },
    },
    { at: NOON + seconds * 1000 },
  )
const tempoTyped = (tempo: number, seconds: number) =>
  aChange(
    { kind: 'part.patch', args: { id: partId(1), currentTempo: bpm(tempo) } },
    { at: NOON + seconds * 1000 },
  )
const pieceDeleted = aChange({ kind: 'piece.delete', args: { id: pieceId(1) } })

function partAfter(...changes: Change[]) {
  const part = replayChanges(aLibrary(), changes).parts.get(partId(1))
  const last = part?.lastPracticed ?? null
  return { tempo: part?.currentTempo, last: last === null ? null : (last - NOON) / 1000 }
}
const historyOf = (library: LibraryWithNeededEntries) => [...library.practice.values()]

describe('practice.add', () => {
  test('[LI7] writes the history and gives the part tempo and time', () => {
    const outcome = applyChange(aLibrary(), saved(90, 1))
    const at = NOON + 1000
    expect(outcome).toEqual({
      kind: 'applied',
      rows: {
        pieces: [],
        parts: [aPart({ currentTempo: bpm(90), stamps: { currentTempo: at }, lastPracticed: at })],
        practice: [aPractice({ at })],
      },
    })
  })

  test('[LI7] a tempo that was typed later stands, the time is that of the practice', () => {
    expect(partAfter(tempoTyped(100, 5), saved(90, 2))).toEqual({ tempo: 100, last: 2 })
  })

  test('[LI7] a deleted part, or the part of a deleted piece, stays deleted and comes back with what was practiced', () => {
    expect(partAfter(pieceDeleted, saved(90, 2))).toEqual({ tempo: 90, last: 2 })
    const partDeleted = aLibrary({ pieces: [aPiece()], parts: [aPart({ deletedAt: NOON })] })
    const practiced = aPart({
      deletedAt: NOON,
      currentTempo: bpm(90),
      stamps: { currentTempo: NOON + 2000 },
      lastPracticed: NOON + 2000,
    })
    expect([...replayChanges(partDeleted, [saved(90, 2)]).parts.values()]).toEqual([practiced])
  })

  test('[LI7] on a section that never arrived, because its piece was deleted, as well', () => {
    const empty = aLibrary({ pieces: [aPiece({ deletedAt: NOON })] })
    expect(historyOf(replayChanges(empty, [saved(90, 2)]))).toEqual([aPractice({ at: NOON + 2000 })])
  })

  test('[LS4] on a part that does not exist, or is of another piece: not-found', () => {
    const rejected = { kind: 'rejected', code: 'not-found' }
    expect(applyChange(EMPTY_LIBRARY, saved(90, 1))).toEqual(rejected)
    expect(applyChange(aLibrary({ pieces: [aPiece()] }), saved(90, 1))).toEqual(rejected)
    const elsewhere = aLibrary({ pieces: [aPiece()], parts: [aPart({ pieceId: pieceId(2) })] })
    expect(applyChange(elsewhere, saved(90, 1))).toEqual(rejected)
  })
})

describe('practice.retract', () => {
  test('[HI5] gives the part its tempo and time back, and the history says when', () => {
    expect(partAfter(saved(90, 1), retracted(2))).toEqual({ tempo: 80, last: null })
    expect(historyOf(replayChanges(aLibrary(), [saved(90, 1), retracted(2)]))).toEqual([
      aPractice({ at: NOON + 1000, retractedAt: NOON + 2000 }),
    ])
  })

  test('[HI5] to the entry before, if there was one', () => {
    const before = saved(85, 1)
    expect(partAfter(before, saved(90, 5, 2), retracted(6, 2, { tempo: 85, last: 1 }))).toEqual({
      tempo: 85,
      last: 1,
    })
  })

  test('[HI5] something newer stands', () => {
    expect(partAfter(saved(90, 1), saved(95, 3, 2), retracted(4))).toEqual({ tempo: 95, last: 3 })
    expect(partAfter(saved(90, 1), tempoTyped(95, 3), retracted(4))).toEqual({ tempo: 95, last: null })
  })

  test('[HI5][ME1] the part was practiced elsewhere before, which the device that takes back did not know', () => {
    expect(partAfter(saved(70, 1, 2), saved(90, 3), retracted(4))).toEqual({ tempo: 80, last: 1 })
    expect(partAfter(saved(90, 3), retracted(4), saved(70, 1, 2))).toEqual({ tempo: 80, last: 1 })
  })

  test('[HI5] what the part returns to is never later than the entry', () => {
    expect(partAfter(saved(90, 1), retracted(2, 1, { last: 60 }))).toEqual({ tempo: 80, last: 1 })
  })

  test('[LS4] of an entry that does not exist: not-found', () => {
    expect(applyChange(aLibrary(), retracted(1))).toEqual({ kind: 'rejected', code: 'not-found' })
  })
})

describe('the details of an entry', () => {
  test('[LI7] are in the history as the change says them', () => {
    const details = { seconds: 95, plannedSeconds: 300, day: day('2026-11-20'), firstTryClean: false }
    const [entry] = historyOf(replayChanges(aLibrary(), [saved(90, 1, 1, details)]))
    expect(entry).toMatchObject({ tempo: 90, ...details, runThroughId: null })
  })

  test.each([
    ['2026-11-18', false],
    ['2026-11-19', true],
    ['2026-11-21', true],
    ['2026-11-22', false],
  ])('[LI7] on 20 November 2026 in UTC the day %s is stored: %s', (text, isStored) => {
    const outcome = applyChange(aLibrary(), saved(90, 1, 1, { day: day(text), seconds: 60 }))
    expect(outcome).toMatchObject({
      kind: 'applied',
      rows: { practice: [{ day: isStored ? day(text) : null, seconds: 60 }] },
    })
  })
})

describe('a run-through', () => {
  const run = (tempo: number, seconds: number) =>
    saved(tempo, seconds, 1, { runThroughId: practiceId(77) as string as RunThroughId })

  test('[PF4] raises the day of its part and leaves the tempo alone', () => {
    expect(partAfter(run(120, 1))).toEqual({ tempo: 80, last: 1 })
  })

  test('[PF4] that is taken back returns the day, and again no tempo', () => {
    expect(partAfter(tempoTyped(120, 1), run(120, 1), retracted(2))).toEqual({ tempo: 120, last: null })
  })

  test('[PF4] a tempo saved before it still arrives after it', () => {
    expect(partAfter(run(120, 5), saved(90, 1, 2))).toEqual({ tempo: 90, last: 5 })
  })
})
