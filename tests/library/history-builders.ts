import type { HistoryEntry } from '#core/history/part-history.ts'
import { bpm, NOON } from './builders.ts'

let entries = 0

/** Without details, as old devices stored them. Later calls create ids that sort later. */
export function aHistoryEntry(fields: Partial<HistoryEntry> = {}): HistoryEntry {
  entries += 1
  return {
    id: String(entries).padStart(12, '0'),
    tempo: bpm(90),
    at: NOON,
    retractedAt: null,
    seconds: null,
    day: null,
    firstTryClean: null,
    runThroughId: null,
    ...fields,
  }
}
