import { describe, expect, test } from 'vitest'
import {
  aChange,
  aLibrary,
  aPiece,
  bpm,
  day,
  NOON,
  partId,
  pieceId,
  practiceId,
} from '#tests/library/builders.ts'
import { applyChange, replayChanges } from './apply-change.ts'
import type { PracticeDetails, RunThroughId } from './piece.ts'

const RUN = practiceId(77) as string as RunThroughId

const saved = (tempo: number, seconds: number, details: Partial<PracticeDetails>, entry = 1) =>
  aChange(
    {
      kind: 'practice.add',
      args: { id: practiceId(entry), pieceId: pieceId(1), partId: partId(1), tempo: bpm(tempo), ...details },
    },
    { at: NOON + seconds * 1000 },
  )
const takenBack = (seconds: number, entry: number) =>
  aChange(
    {
      kind: 'practice.retract',
      args: { id: practiceId(entry), currentTempo: bpm(80), lastPracticed: null },
    },
    { at: NOON + seconds * 1000 },
  )
const entryAfter = (...changes: Parameters<typeof replayChanges>[1]) =>
  replayChanges(aLibrary(), changes).practice.get(practiceId(1))
const partAfter = (...changes: Parameters<typeof replayChanges>[1]) =>
  replayChanges(aLibrary(), changes).parts.get(partId(1))

describe('the details of an entry', () => {
  test('[LI7] are in the history as the change says them', () => {
    const details = { seconds: 95, plannedSeconds: 300, day: day('2026-11-20'), firstTryClean: false }
    expect(entryAfter(saved(90, 1, details))).toMatchObject({ tempo: 90, ...details, runThroughId: null })
  })

  test('[LI7] are null where the change does not say them', () => {
    const nothing = {
      seconds: null,
      plannedSeconds: null,
      day: null,
      firstTryClean: null,
      runThroughId: null,
    }
    expect(entryAfter(saved(90, 1, {}))).toMatchObject(nothing)
  })

  test('[LI7] stay when the entry is taken back', () => {
    const retracted = entryAfter(saved(90, 1, { seconds: 95 }), takenBack(2, 1))
    expect(retracted).toMatchObject({ seconds: 95, retractedAt: NOON + 2000 })
  })

  test.each([
    ['2026-11-18', false],
    ['2026-11-19', true],
    ['2026-11-20', true],
    ['2026-11-21', true],
    ['2026-11-22', false],
    ['1999-01-01', false],
  ])('[LI7] on 20 November 2026 in UTC the day %s is stored: %s', (text, isStored) => {
    const outcome = applyChange(aLibrary(), saved(90, 1, { day: day(text), seconds: 60 }))
    expect(outcome).toMatchObject({
      kind: 'applied',
      rows: { practice: [{ day: isStored ? day(text) : null, seconds: 60 }] },
    })
  })
})

describe('a run-through', () => {
  test('[PF4] raises the day of its part and leaves the tempo alone', () => {
    const part = partAfter(saved(120, 1, { runThroughId: RUN }))
    expect(part).toMatchObject({ currentTempo: 80, stamps: {}, lastPracticed: NOON + 1000 })
  })

  test('[PF4] that is taken back returns the day, and again no tempo', () => {
    const typed = aChange(
      { kind: 'part.patch', args: { id: partId(1), currentTempo: bpm(120) } },
      { at: NOON + 1000 },
    )
    const part = partAfter(typed, saved(120, 1, { runThroughId: RUN }), takenBack(2, 1))
    expect(part).toMatchObject({
      currentTempo: 120,
      stamps: { currentTempo: NOON + 1000 },
      lastPracticed: null,
    })
  })

  test('[PF4] a tempo saved before it still arrives after it', () => {
    const part = partAfter(saved(120, 5, { runThroughId: RUN }), saved(90, 1, {}, 2))
    expect(part).toMatchObject({
      currentTempo: 90,
      stamps: { currentTempo: NOON + 1000 },
      lastPracticed: NOON + 5000,
    })
  })
})

describe('a piece', () => {
  const patch = (fields: object, seconds: number) =>
    aChange({ kind: 'piece.patch', args: { id: pieceId(1), ...fields } }, { at: NOON + seconds * 1000 })
  const pieceAfter = (...changes: Parameters<typeof replayChanges>[1]) =>
    replayChanges(aLibrary(), changes).pieces.get(pieceId(1))

  test('[PF1] has a performance date and a hold, each with its own stamp', () => {
    const piece = pieceAfter(patch({ performOn: day('2027-01-09') }, 1), patch({ onHold: true }, 2))
    expect(piece).toEqual({
      ...aPiece(),
      performOn: day('2027-01-09'),
      onHold: true,
      stamps: { performOn: NOON + 1000, onHold: NOON + 2000 },
      updatedAt: NOON + 2000,
    })
  })

  test('[PF1] loses both again; an older edit that arrives later changes nothing', () => {
    const after = pieceAfter(
      patch({ performOn: day('2027-01-09'), onHold: true }, 1),
      patch({ performOn: null, onHold: false }, 3),
      patch({ performOn: day('2027-02-01'), onHold: true }, 2),
    )
    expect(after).toMatchObject({ performOn: null, onHold: false, updatedAt: NOON + 3000 })
  })
})
