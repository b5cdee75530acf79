import type { Day, Timestamp } from '#core/library/day.ts'
import {
  MAX_PRACTICE_SECONDS,
  type Part,
  type PartId,
  type PieceId,
  type PracticeEntryId,
} from '#core/library/piece.ts'
import type { Bpm } from '#core/music/tempo.ts'
import type { PlannedRunThrough } from '#core/timed-session/performances.ts'
import { trainerTempoToSave, type TrainerState } from './tempo-trainer.ts'

/**
 * A practice routine. Its list of parts (`queue`) is fixed at the start, so that saving a tempo never moves the
 * current part (rule SE1). Changed only by `reduce`, and stored on the device as it is.
 */
export type Routine = {
  readonly form: typeof ROUTINE_FORMAT_VERSION
  /** Two tabs whose routines have the same value show the same routine. */
  readonly startedAt: Timestamp
  /** The time of the last change. */
  readonly changedAt: Timestamp
  /** The parts that are steps. Empty if there is no routine. */
  readonly queue: readonly QueuedPart[]
  /** Parts that were saved and are no longer steps. They still count in the summary. */
  readonly gone: readonly QueuedPart[]
  /** The current step, counted from 0; `queue.length` after the last one. */
  readonly index: number
  /** Whether the musician is on the overview and could continue. */
  readonly isLeft: boolean
  /** Whether the end was reached at least once. */
  readonly hasEnded: boolean
  readonly undo: UndoableSave | null
  readonly clock: PracticeClock
  /** The milliseconds counted by the clock when the musician came to the current step. */
  readonly stepFromMs: number
  /** The time limit and its distribution; null for a routine without one. */
  readonly timed: TimePlan | null
}

/** Version of the stored type Routine. Increment it when the type changes: routines of other versions are discarded. */
export const ROUTINE_FORMAT_VERSION = 1

/** A part of a routine, with its values at the start and what happened to it since then. */
export type QueuedPart = {
  readonly partId: PartId
  readonly pieceId: PieceId
  readonly piece: string
  readonly name: string | null
  readonly endTempo: Bpm
  readonly startTempo: Bpm
  /** The tempo in bpm to which the practice slider of this part is set. */
  readonly tempo: Bpm
  /** The trainer's state for this part; absent if the trainer was not used. */
  readonly trainer?: TrainerState
  /** The tempo that was saved for the part with Next; null if none was saved, or if the save was undone. */
  readonly saved: SavedTempo | null
  /** Milliseconds of earlier visits to the step, since the part was saved last. */
  readonly unsavedMs: number
  /** Milliseconds of the entry that was saved last. They belong to the part again if the save is undone. */
  readonly savedMs: number
}

/** A tempo saved in this routine, with the id of the practice entry that stores it. */
export type SavedTempo = { readonly practiceId: PracticeEntryId; readonly tempo: Bpm }

/** The data to undo the last saved tempo. Present only if the musician's last action was a save (rule PX8). */
export type UndoableSave = { readonly practiceId: PracticeEntryId; readonly before: PartBeforeSave }

/** The values of a part before a tempo was saved. Undo restores them. */
export type PartBeforeSave = Pick<Part, 'currentTempo' | 'lastPracticed'>

/** The time practiced on this device so far, with the state needed to continue counting. */
type PracticeClock = {
  readonly countedMs: number
  /** Time of the musician's last action, such as a tap; null outside a step. */
  readonly lastSign: Timestamp | null
  /** Whether the metronome has been running since the last action. */
  readonly isClicking: boolean
}

/** The time limit of a routine that was started from a timed session, and how it is distributed among the parts. */
export type TimePlan = {
  /** The practice time that the musician chose, 5 to 180 minutes. */
  readonly minutes: number
  /** The parts of the routine and their minutes in this round. */
  readonly blocks: readonly PartTimeBlock[]
  /** Number of steps in the rounds after this one. */
  readonly laterSteps: number
  /** The last practice day before the routine, or null. The choice of an extra part depends on it (rule TS1). */
  readonly lastPracticeDay: Day | null
  /** The run-through of a piece before the first step, until it was answered or skipped; otherwise null (rule PF4). */
  readonly runThrough: PlannedRunThrough | null
  /** The piece whose run-through was saved in this routine, and the entries saved for it; null if there is none. */
  readonly playedThrough: { readonly piece: string; readonly entries: readonly PracticeEntryId[] } | null
}

/** The time block of a part: the minutes planned for practicing it. */
export type PartTimeBlock = {
  readonly partId: PartId
  /** Whole minutes, 2 to 12. */
  readonly minutes: number
  /** Minutes that the part usually takes, 2 to 12. */
  readonly usual: number
}

/** Returns the state in which no routine is running and the overview is shown. */
export const noRoutine = (at: Timestamp): Routine => ({
  form: ROUTINE_FORMAT_VERSION,
  startedAt: at,
  changedAt: at,
  queue: [],
  gone: [],
  index: 0,
  isLeft: true,
  hasEnded: false,
  undo: null,
  clock: { countedMs: 0, lastSign: null, isClicking: false },
  stepFromMs: 0,
  timed: null,
})

/** Returns what the practice screen shows: the overview, a step, or the results after the last step (spec 4). */
export function shownPlace({ isLeft, index, queue }: Routine): 'overview' | 'step' | 'finished' {
  if (isLeft) return 'overview'
  return index < queue.length ? 'step' : 'finished'
}

/** Returns the step in the URL, from 1; 0 on the overview, one more than the last on the results (rule PX33). */
export const routinePlace = ({ isLeft, index }: Routine): number => (isLeft ? 0 : index + 1)

/** Returns the part of the current step. Returns null on the overview and at the end. */
export const currentPart = (routine: Routine): QueuedPart | null =>
  routine.isLeft ? null : (routine.queue[routine.index] ?? null)

/**
 * Returns whether the overview offers to continue the routine. It does not if the routine is over, or if it was left at
 * its first step without any saved tempo or moved slider (rule SE14).
 */
export const canContinue = ({ isLeft, index, queue, gone }: Routine): boolean =>
  isLeft && index < queue.length && (index > 0 || gone.length > 0 || !queue.every(isUntouched))

/** Returns whether no tempo was saved for a part and its slider was not moved. */
export const isUntouched = ({ saved, tempo, startTempo }: QueuedPart): boolean =>
  saved === null && tempo === startTempo

/**
 * Returns true if this routine has already saved this tempo for the part, and it is still the tempo of the part
 * (`known`). Saving it again would count the same practice twice (rule PX6).
 */
export const hasSavedTempo = (part: QueuedPart, tempo: Bpm, known: Part | undefined): boolean =>
  part.saved?.tempo === tempo && known?.currentTempo === tempo

/**
 * Returns the tempo that Next saves. If the tempo trainer is on (`isClimbing`), this is the highest tempo that clean
 * runs have confirmed, or the part's tempo at the start if none has. Otherwise, it is the slider's tempo (rule TR4).
 */
export const tempoToSave = (part: QueuedPart, isClimbing: boolean): Bpm =>
  isClimbing && part.trainer !== undefined ? trainerTempoToSave(part.trainer) : part.tempo

/**
 * Returns the part whose tempo was saved last, with the data to undo this save. Returns null if the musician's last
 * action was not a save (rule PX8).
 */
export function lastSavedPart({
  queue,
  gone,
  undo,
}: Routine): { part: QueuedPart; undo: UndoableSave } | null {
  const part = [...queue, ...gone].find(
    ({ saved }) => saved !== null && saved.practiceId === undo?.practiceId,
  )
  return part === undefined || undo === null ? null : { part, undo }
}

/** Returns the ids of the practice entries that a routine has saved for its steps. */
export const savedEntryIds = ({ queue, gone }: Routine): PracticeEntryId[] =>
  [...queue, ...gone].flatMap(({ saved }) => (saved === null ? [] : [saved.practiceId]))

/** A stretch without any sign of life counts at most so long: the phone may have been forgotten. */
const MOST_MS = 5 * 60_000
const MOST_CLICKING_MS = 20 * 60_000

/**
 * Returns the milliseconds practiced until `at`: those counted, and the time since the last action, at most 5 minutes,
 * or 20 while the metronome is running (rule TC1).
 */
export function practicedMs({ clock: { countedMs, lastSign, isClicking } }: Routine, at: Timestamp): number {
  if (lastSign === null) return countedMs
  // A clock that was set back counts nothing.
  return countedMs + Math.max(0, Math.min(at - lastSign, isClicking ? MOST_CLICKING_MS : MOST_MS))
}

/** Returns the minutes that are left of a routine's time limit, not rounded, 0 or more; 0 without a limit. */
export const minutesLeft = ({ timed, clock }: Routine): number =>
  Math.max(0, (timed?.minutes ?? 0) - clock.countedMs / 60_000)

/** Returns how long the current step, or the run-through before the first one, has taken so far, in milliseconds. */
export const stepMs = (routine: Routine, at: Timestamp): number =>
  practicedMs(routine, at) - routine.stepFromMs

/**
 * Returns the time to store with an entry, in whole seconds up to 3600, since the last save of the part; null for
 * 0 (rule TC1).
 */
export function secondsToSave(routine: Routine, partId: PartId, at: Timestamp): number | null {
  const part = [...routine.queue, ...routine.gone].find(each => each.partId === partId)
  const visitMs = currentPart(routine)?.partId === partId ? stepMs(routine, at) : 0
  const seconds = Math.round(((part?.unsavedMs ?? 0) + visitMs) / 1000)
  return seconds < 1 ? null : Math.min(seconds, MAX_PRACTICE_SECONDS)
}

/** Returns the time block of a part, or null if the routine has no time limit or the part has no block. */
export const timeBlockOfPart = (timed: TimePlan | null, part: PartId): PartTimeBlock | null =>
  timed?.blocks.find(({ partId }) => partId === part) ?? null

/** A practiced part with its tempo in bpm before (`from`) and after (`to`) a practice routine. */
export type TempoGain = {
  readonly partId: PartId
  readonly piece: string
  readonly name: string | null
  readonly from: Bpm
  readonly to: Bpm
  readonly goal: Bpm
}

/**
 * Returns the tempo gains of the saved parts in the routine's order, those that are no longer steps last (rule
 * PX10).
 */
export const tempoGains = ({ queue, gone }: Routine): TempoGain[] =>
  [...queue, ...gone].flatMap(({ partId, piece, name, startTempo: from, endTempo: goal, saved }) =>
    saved === null ? [] : [{ partId, piece, name, from, to: saved.tempo, goal }],
  )

/** Returns the bpm gained in all, the number of parts practiced, and of those whose tempo did not rise (rule PX10). */
export function routineSummary(routine: Routine): { gained: number; practiced: number; held: number } {
  const gains = tempoGains(routine).map(({ from, to }) => to - from)
  return {
    gained: gains.reduce((sum, gain) => sum + Math.max(0, gain), 0),
    practiced: gains.length,
    held: gains.filter(gain => gain <= 0).length,
  }
}
