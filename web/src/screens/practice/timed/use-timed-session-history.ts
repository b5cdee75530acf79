import { useEffect, useState } from 'react'
import type { Day, Timestamp } from '#core/library/day.ts'
import type { PartId, PieceId } from '#core/library/piece.ts'
import type { PracticePart } from '#core/practice/priority.ts'
import { piecesForRunThrough } from '#core/timed-session/performances.ts'
import { summarizePracticeDays, timedSessionCandidates } from '#core/timed-session/timed-session.ts'
import type { MeasuredPracticeEntry } from '#core/timed-session/part-minutes.ts'
import { localDay, msUntilMidnight } from '#web/device/calendar.ts'
import { useDeviceLibrary } from '#web/store/device-library.ts'
import { readNewestTimedEntries, readPracticeDays, readRunThroughTimes } from '#web/store/entry-log.ts'

const CALENDAR = { dayOf: localDay, nextDay: (at: Timestamp) => at + msUntilMidnight(at) }

/**
 * The data from the practice history that is needed to plan a timed session: the days with practice, in any order, and
 * the practice times of parts and run-throughs.
 */
export type TimedSessionHistory = {
  readonly practiced: readonly Day[]
  readonly timed: ReadonlyMap<PartId, readonly MeasuredPracticeEntry[]>
  /** The durations in seconds of earlier run-throughs, oldest first, for each piece to be played through today. */
  readonly runThroughs: ReadonlyMap<PieceId, readonly number[]>
}

/** Entries are read for this many minutes at once, so that another choice of the time seldom reads again. */
const MINUTES_AT_ONCE = 60

/**
 * Returns the data from the practice history that is needed to plan a timed session of the given length, or null until
 * it has been read. Reads the data again when the parts change. If the practiced days cannot be read, uses the day on
 * which each part was last practiced.
 */
export function useTimedSessionHistory(
  parts: readonly PracticePart[],
  today: Day,
  minutes: number,
): TimedSessionHistory | null {
  const device = useDeviceLibrary()
  const [history, setHistory] = useState<TimedSessionHistory | null>(null)
  const most = Math.ceil(minutes / MINUTES_AT_ONCE) * MINUTES_AT_ONCE

  useEffect(() => {
    let isCurrent = true
    async function read() {
      const store = device.store.get()
      const stored = store && (await readPracticeDays(store, CALENDAR))
      const ofParts = () => parts.map(part => part.lastPracticed).filter(day => day !== null)
      const practiced = stored ?? ofParts()
      const { last } = summarizePracticeDays(today, practiced)
      const candidates = timedSessionCandidates(parts, today, most, last).map(({ id }) => id)
      const timed = (store && (await readNewestTimedEntries(store, candidates))) ?? new Map()
      const played = new Set(piecesForRunThrough(parts, today))
      const partsOfPlayed = Map.groupBy(
        parts.filter(({ pieceId }) => played.has(pieceId)),
        ({ pieceId }) => pieceId,
      )
      const runThroughs = store ? await readRunThroughTimes(store, idsIn(partsOfPlayed)) : new Map()
      if (isCurrent) setHistory({ practiced, timed, runThroughs })
    }
    void read()
    return () => {
      isCurrent = false
    }
  }, [parts, today, most, device])

  return history
}

const idsIn = (parts: ReadonlyMap<PieceId, readonly PracticePart[]>): ReadonlyMap<PieceId, PartId[]> =>
  new Map([...parts].map(([piece, own]) => [piece, own.map(({ id }) => id)]))
