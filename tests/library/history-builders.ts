import fc from 'fast-check'
import type { HistoryEntry } from '#core/history/part-history.ts'
import { bpm, NOON } from './builders.ts'

const DAY_MS = 24 * 60 * 60_000

let entries = 0

/** Creates a history entry of 90 bpm at NOON, as old devices stored it. Later calls create ids that sort later. */
export function aHistoryEntry(fields: Partial<HistoryEntry> = {}): HistoryEntry {
  entries += 1
  return {
    id: String(entries).padStart(12, '0'),
    tempo: bpm(90),
    at: NOON,
    retractedAt: null,
    day: null,
    firstTryClean: null,
    runThroughId: null,
    ...fields,
  }
}

/** Arbitrary entries of one part within this many days after NOON, in any order. */
export const someHistory = (days: number, maxLength: number) =>
  fc.array(
    fc
      .record({
        at: fc.integer({ min: NOON, max: NOON + days * DAY_MS }),
        tempo: fc.integer({ min: 40, max: 228 }).map(bpm),
        retractedAt: fc.oneof(
          { weight: 4, arbitrary: fc.constant(null) },
          { weight: 1, arbitrary: fc.constant(NOON) },
        ),
        firstTryClean: fc.option(fc.boolean(), { freq: 2 }),
        runThroughId: fc.oneof(
          { weight: 4, arbitrary: fc.constant(null) },
          { weight: 1, arbitrary: fc.constant('run-through') },
        ),
      })
      .map(aHistoryEntry),
    { maxLength },
  )
