import type { Intention } from '#core/library/change.ts'
import type { Day, Timestamp } from '#core/library/day.ts'
import type { Part, PracticeEntryId } from '#core/library/piece.ts'
import { MAX_PRACTICE_SECONDS, type RunThroughId } from '#core/library/piece.ts'
import type { Bpm } from '#core/music/tempo.ts'
import { recordClockActivity, stopPracticeClock } from './practice-clock.ts'
import { redistributeTimeLeft, type RoutineWithTiming, type TimedRoutine } from './timed-routine.ts'

/**
 * The musician's answer after a run-through (playing a whole piece once): whether it went without stopping, and the
 * tempo of the metronome.
 */
export type RunThroughAnswer = {
  /** Whether the musician played the piece without stopping. */
  readonly isClean: boolean
  /** The tempo of the metronome in bpm; null if the metronome did not run. */
  readonly tempo: Bpm | null
}

/** The id of a new practice entry that a run-through adds, and the part to which the entry belongs. */
export type RunThroughPracticeEntry = { readonly id: PracticeEntryId; readonly part: Part }

/** The data of a run-through (playing a whole piece once) from which its practice entries are created. */
export type RunThroughToSave = {
  readonly id: RunThroughId
  readonly answer: RunThroughAnswer
  /** How long playing the piece took, in seconds. */
  readonly seconds: number
  readonly day: Day
  /** A new entry for each part of the piece that is not deleted. */
  readonly entries: readonly RunThroughPracticeEntry[]
}

/**
 * Returns the intentions (changes to store) that save a run-through, which is playing a whole piece once. Each
 * intention adds a practice entry to one part of the piece, with an equal share of the time in whole seconds (rules
 * PF4, LI23).
 */
export function runThroughIntentions({
  id: runThroughId,
  answer,
  seconds,
  day,
  entries,
}: RunThroughToSave): Extract<Intention, { kind: 'practice.add' }>[] {
  return entries.map(({ id, part }, index) => {
    const share = Math.floor(seconds / entries.length) + (index < seconds % entries.length ? 1 : 0)
    const args = {
      id,
      pieceId: part.pieceId,
      partId: part.id,
      tempo: answer.tempo ?? part.currentTempo,
      ...(share > 0 && { seconds: Math.min(share, MAX_PRACTICE_SECONDS) }),
      day,
      firstTryClean: answer.isClean,
      runThroughId,
    }
    return { kind: 'practice.add' as const, args }
  })
}

/** Returns how long the current run-through of a piece has taken so far, in whole seconds. */
export const elapsedRunThroughSeconds = ({ clock, blockFromMs }: TimedRoutine, now: Timestamp): number =>
  Math.round((stopPracticeClock(clock, now).countedMs - blockFromMs) / 1000)

/**
 * Ends the run-through of a timed routine after the musician has rated or skipped it. The routine continues with its
 * first part, and the remaining time is divided among the parts (rules PF4, TS8). Returns the routine unchanged if no
 * run-through is pending.
 *
 * @param entries the practice entries saved for the run-through; empty if it was skipped
 */
export function endRunThrough(
  { session, timed }: RoutineWithTiming,
  entries: readonly PracticeEntryId[],
  now: Timestamp,
): RoutineWithTiming {
  if (timed?.runThrough == null) return { session, timed }
  const { piece } = timed.runThrough
  const clock = session.kind === 'step' ? recordClockActivity(timed.clock, now, false) : timed.clock
  const ended: TimedRoutine = {
    ...timed,
    clock,
    blockFromMs: clock.countedMs,
    runThrough: null,
    playedThrough: entries.length === 0 ? null : { piece, entries },
  }
  return session.kind === 'step' ? redistributeTimeLeft(session, ended) : { session, timed: ended }
}
