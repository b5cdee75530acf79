import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { aChange, aLibrary, aPart, aPiece, bpm, NOON, pieceId } from '#tests/library/builders.ts'
import { replayChanges } from './apply-change.ts'
import { EMPTY_LIBRARY } from './library.ts'
import {
  correctClientStamp,
  nextEditStamp,
  adjustToNewClockOffset,
  UNCORRECTED_CLOCK_SKEW_MS,
  editWins,
  newestEditStampOfRows,
} from './merge.ts'

const HOUR = 3_600_000
const renamed = (name: string, at: number) =>
  aChange({ kind: 'piece.patch', args: { id: pieceId(1), name } }, { at })
const withGoal = (endTempo: number, at: number) =>
  aChange({ kind: 'piece.patch', args: { id: pieceId(1), endTempo: bpm(endTempo) } }, { at })
const pieceAfter = (...changes: Parameters<typeof replayChanges>[1]) =>
  replayChanges(aLibrary(), changes).pieces.get(pieceId(1))

describe('edits of one field', () => {
  test('[ME1] the later stamp stands, of equal ones the later to arrive', () => {
    expect(editWins(2, 1)).toBe(true)
    expect(editWins(1, 1)).toBe(true)
    expect(editWins(1, 2)).toBe(false)
    expect(pieceAfter(renamed('Later', NOON + 2), renamed('Earlier', NOON + 1))?.name).toBe('Later')
    expect(pieceAfter(renamed('Earlier', NOON + 1), renamed('Later', NOON + 2))?.name).toBe('Later')
    expect(pieceAfter(renamed('First', NOON + 1), renamed('Second', NOON + 1))?.name).toBe('Second')
  })

  test('[ME1] an edit older than the piece does nothing', () => {
    expect(pieceAfter(renamed('Too late', NOON - 1))).toEqual(aPiece())
  })

  test('[ME1] an older edit of another field is no older edit', () => {
    expect(pieceAfter(renamed('Sarabande', NOON + 2), withGoal(90, NOON + 1))).toMatchObject({
      name: 'Sarabande',
      endTempo: 90,
      stamps: { name: NOON + 2, endTempo: NOON + 1 },
      updatedAt: NOON + 2,
    })
  })

  test('[ME1] a patch of which one field is overtaken still changes the others', () => {
    const both = aChange(
      { kind: 'piece.patch', args: { id: pieceId(1), name: 'Old', endTempo: bpm(90) } },
      { at: NOON + 1 },
    )
    expect(pieceAfter(renamed('New', NOON + 2), both)).toMatchObject({ name: 'New', endTempo: 90 })
  })
})

describe('stamps', () => {
  test('[ME1] the clock, or one more than the newest stamp seen', () => {
    expect(nextEditStamp(NOON, NOON - 1)).toBe(NOON)
    expect(nextEditStamp(NOON, NOON)).toBe(NOON + 1)
    expect(nextEditStamp(NOON, NOON + HOUR)).toBe(NOON + HOUR + 1)
    expect(nextEditStamp(NOON + 0.6, 0)).toBe(NOON + 1)
  })

  test('[ME1] the newest stamp of a library is that of any field or deletion in it', () => {
    expect(newestEditStampOfRows(EMPTY_LIBRARY)).toBe(0)
    expect(newestEditStampOfRows(aLibrary())).toBe(NOON)
    const later = NOON + 5
    for (const piece of [aPiece({ stamps: { onHold: later } }), aPiece({ deletedAt: later })])
      expect(newestEditStampOfRows(aLibrary({ pieces: [piece] }))).toBe(later)
    expect(newestEditStampOfRows(aLibrary({ parts: [aPart({ stamps: { position: later } })] }))).toBe(later)
  })

  test('[ME1] an edit of what the musician sees is never lost to a slow clock', () => {
    const seen = aLibrary({ pieces: [aPiece({ stamps: { name: NOON + HOUR }, updatedAt: NOON + HOUR })] })
    const change = renamed('Sarabande', nextEditStamp(NOON, newestEditStampOfRows(seen)))
    expect(replayChanges(seen, [change]).pieces.get(pieceId(1))?.name).toBe('Sarabande')
  })

  test('[ME1] a stamp is moved by what was learned about the clock since, and never before 1970', () => {
    // The device seemed to be 10 s behind the server and was 70 s behind, so everything happened a minute later.
    expect(adjustToNewClockOffset(NOON, 10_000, 70_000)).toBe(NOON + 60_000)
    expect(adjustToNewClockOffset(NOON, 70_000, 70_000)).toBe(NOON)
    expect(adjustToNewClockOffset(NOON, 0, -0.4)).toBe(NOON)
    expect(adjustToNewClockOffset(10, 1000, 0)).toBe(0)
  })

  test.each([
    ['of a device an hour behind, a minute after the edit', -HOUR, -HOUR + 60_000, 60_000, 0],
    ['of a device three days ahead', 72 * HOUR, 72 * HOUR + 5, 5, 0],
    ['within five seconds, which the request may take', -8000, 0, 5000, -8000],
    ['beyond', -8000, 0, 5001, -2999],
    ['within five seconds of a clock ahead', -8000, 0, -5000, -8000],
    ['beyond with a clock ahead', -8000, 0, -5001, -13_001],
    ['from the future', HOUR, 0, 7, 7],
  ])('[ME1] the server corrects a stamp %s', (_, at, clientNow, now, corrected) => {
    expect(correctClientStamp(NOON + at, NOON + clientNow, NOON + now)).toBe(NOON + corrected)
  })

  test('[ME1] a slow round does not move its edit past a newer one in the quick round after it', () => {
    const slow = correctClientStamp(NOON, NOON, NOON + 2000)
    const quick = correctClientStamp(NOON + 500, NOON + 2100, NOON + 2150)
    expect(editWins(quick, slow)).toBe(true)
    expect(editWins(slow, quick)).toBe(false)
  })

  test('[ME1] what a device learned about its clock between edit and sending does not matter', () => {
    const anOffset = fc.integer({ min: -1e9, max: 1e9 })
    const delay = fc.integer({ min: 0, max: 1e9 })
    fc.assert(
      fc.property(anOffset, anOffset, anOffset, delay, (error, believedThen, believedNow, waited) => {
        // The server's clock reads NOON at the edit; the device's reads `error` less.
        const edited = NOON - error + believedThen
        const now = NOON + waited
        const clientNow = now - error + believedNow
        const corrected = correctClientStamp(
          adjustToNewClockOffset(edited, believedThen, believedNow),
          clientNow,
          now,
        )
        expect(Math.abs(corrected - NOON)).toBeLessThanOrEqual(UNCORRECTED_CLOCK_SKEW_MS)
      }),
    )
  })
})
