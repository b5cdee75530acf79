import type { Day, Timestamp } from '#core/library/day.ts'
import {
  MAX_PRACTICE_SECONDS,
  type Part,
  type PartId,
  type PieceId,
  type PracticeDetails,
  type PracticeEntryId,
} from '#core/library/piece.ts'
import type { Bpm } from '#core/music/tempo.ts'
import type { PlannedRunThrough } from '#core/timed-session/performances.ts'
import { trainerTempoToSave, type TrainerState } from './tempo-trainer.ts'

/** Changed only by `reduceRoutine`. The order is fixed at the start: saving does not reorder parts (SE1). */
export type Routine = {
  readonly form: typeof ROUTINE_FORMAT_VERSION
  /** Identifies the routine: two tabs with the same `startedAt` have the same routine. */
  readonly startedAt: Timestamp
  readonly changedAt: Timestamp
  /** Empty if no routine has been started. */
  readonly queue: readonly QueuedPart[]
  /** Parts that were saved and then removed from the steps; they still count in the summary. */
  readonly gone: readonly QueuedPart[]
  /** The current step, from 0; `queue.length` after the last one. */
  readonly index: number
  /** True if the musician has left the steps for the overview, or if no routine was started. */
  readonly isLeft: boolean
  readonly hasEnded: boolean
  /** The entry that Undo would retract; null if the musician's last action was not a save (rule PX8). */
  readonly undo: PracticeEntryId | null
  readonly clock: PracticeClock
  /** How many milliseconds `clock` had counted when the current step began. */
  readonly stepFromMs: number
  readonly timed: RoutineTimePlan | null
}

/** Increment this when the type changes; stored routines of other versions are discarded. */
export const ROUTINE_FORMAT_VERSION = 3

/** A part with its values at the start of the routine, and what has happened to it since. */
export type QueuedPart = {
  readonly partId: PartId
  readonly pieceId: PieceId
  readonly piece: string
  readonly name: string | null
  readonly endTempo: Bpm
  readonly startTempo: Bpm
  readonly tempo: Bpm
  readonly trainer?: TrainerState
  /** Null if nothing was saved or if the last save was undone. */
  readonly saved: SavedPracticeEntry | null
  /** Milliseconds of earlier visits to this step that are not part of a saved entry yet. */
  readonly unsavedMs: number
  /** Milliseconds that the last saved entry contains. If it is undone, they count as unsaved again. */
  readonly savedMs: number
}

export type SavedPracticeEntry = UndoableSave & {
  readonly tempo: Bpm
  readonly details: Partial<PracticeDetails>
}

export type UndoableSave = { readonly practiceId: PracticeEntryId; readonly before: PartBeforeSave }

export type PartBeforeSave = Pick<Part, 'currentTempo' | 'lastPracticed'>

type PracticeClock = {
  readonly countedMs: number
  /** The time of the last activity; null if no step is shown. */
  readonly lastSign: Timestamp | null
  readonly isClicking: boolean
}

export type RoutineTimePlan = {
  /** The time that the user has chosen, 5 to 180 minutes. */
  readonly minutes: number
  readonly blocks: readonly PartTimeBlock[]
  /** The number of steps in the rounds that follow this one. */
  readonly laterSteps: number
  /** The last practice day before the routine, or null. The order of parts depends on it (rule TS1). */
  readonly lastPracticeDay: Day | null
  /** The run-through that is planned; null after it was rated or skipped, or if there is none (rule PF4). */
  readonly runThrough: PlannedRunThrough | null
  readonly playedThrough: (PlannedRunThrough & { readonly saves: readonly UndoableSave[] }) | null
}

export type PartTimeBlock = {
  readonly partId: PartId
  /** The part's share of the time in this round, in whole minutes, 2 to 12. */
  readonly minutes: number
  /** The minutes that the part usually takes, 2 to 12. Rounds are divided in proportion to them. */
  readonly usual: number
}

export const createIdleRoutine = (at: Timestamp): Routine => ({
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

export function routineViewKind({ isLeft, index, queue, timed }: Routine): 'overview' | 'step' | 'finished' {
  if (isLeft) return 'overview'
  return index < queue.length || timed?.runThrough != null ? 'step' : 'finished'
}

/** The step's number in the URL: 0 on the overview, from 1 in a step, one more at the end (rule PX33). */
export const routineStepNumber = ({ isLeft, index }: Routine): number => (isLeft ? 0 : index + 1)

/** Returns null on the overview and at the end. */
export const currentPart = (routine: Routine): QueuedPart | null =>
  routine.isLeft ? null : (routine.queue[routine.index] ?? null)

/** True if the routine was left unfinished, but not at its first step with nothing changed (rule SE14). */
export const isRoutineLeftUnfinished = ({ isLeft, index, queue, gone }: Routine): boolean =>
  isLeft && index < queue.length && (index > 0 || gone.length > 0 || !queue.every(isQueuedPartUntouched))

export const isQueuedPartUntouched = ({ saved, tempo, startTempo }: QueuedPart): boolean =>
  saved === null && tempo === startTempo

/** Whether saving would count practice twice: this tempo was saved and the part still has it (rule PX6). */
export const isTempoSavedForPart = (part: QueuedPart, tempo: Bpm, known: Part | undefined): boolean =>
  part.saved?.tempo === tempo && known?.currentTempo === tempo

/** The tempo that Next saves: the slider's or, with the trainer on, the last confirmed one (rule TR4). */
export const tempoToSave = (part: QueuedPart, isClimbing: boolean): Bpm =>
  isClimbing && part.trainer !== undefined ? trainerTempoToSave(part.trainer) : part.tempo

/** The parts of the steps in their order, then those that were removed from the steps. */
export const allParts = ({ queue, gone }: Routine): readonly QueuedPart[] => [...queue, ...gone]

export const findRoutinePart = (routine: Routine, id: PartId): QueuedPart | undefined =>
  allParts(routine).find(({ partId }) => partId === id)

/** Returns null if the musician's last action was not a save (rule PX8). */
export const findUndoableSave = (routine: Routine): QueuedPart | null =>
  allParts(routine).find(({ saved }) => saved !== null && saved.practiceId === routine.undo) ?? null

export const savedEntryIds = (routine: Routine): PracticeEntryId[] =>
  allParts(routine).flatMap(({ saved }) => saved?.practiceId ?? [])

/** Limits the time that counts without any activity, because the phone may have been left alone. */
const MOST_MS = 5 * 60_000
const MOST_CLICKING_MS = 20 * 60_000

/** Of the time since the last activity, counts at most 5 minutes, or 20 with a running metronome (TC1). */
export function practicedMs({ clock: { countedMs, lastSign, isClicking } }: Routine, at: Timestamp): number {
  if (lastSign === null) return countedMs
  // A clock that was set back counts nothing.
  return countedMs + Math.max(0, Math.min(at - lastSign, isClicking ? MOST_CLICKING_MS : MOST_MS))
}

/** Returns fractions of minutes; 0 if the routine has no time limit. */
export const routineMinutesLeft = ({ timed, clock }: Routine): number =>
  Math.max(0, (timed?.minutes ?? 0) - clock.countedMs / 60_000)

/** The milliseconds spent in the current step, or in the run-through before the first one. */
export const currentStepElapsedMs = (routine: Routine, at: Timestamp): number =>
  practicedMs(routine, at) - routine.stepFromMs

/** Whole seconds, at most 3600, since the part was last saved; null instead of 0 (rule TC1). */
export function secondsToSave(routine: Routine, partId: PartId, at: Timestamp): number | null {
  const part = findRoutinePart(routine, partId)
  const visitMs = currentPart(routine)?.partId === partId ? currentStepElapsedMs(routine, at) : 0
  const seconds = Math.round(((part?.unsavedMs ?? 0) + visitMs) / 1000)
  return seconds < 1 ? null : Math.min(seconds, MAX_PRACTICE_SECONDS)
}

export const timeBlockOfPart = (timed: RoutineTimePlan | null, part: PartId): PartTimeBlock | null =>
  timed?.blocks.find(({ partId }) => partId === part) ?? null

export type TempoGain = {
  readonly partId: PartId
  readonly piece: string
  readonly name: string | null
  readonly from: Bpm
  readonly to: Bpm
  readonly goal: Bpm
}

/** Sorted like the routine; removed parts come last (rule PX10). */
export const savedTempoChanges = (routine: Routine): TempoGain[] =>
  allParts(routine).flatMap(({ partId, piece, name, startTempo: from, endTempo: goal, saved }) =>
    saved === null ? [] : [{ partId, piece, name, from, to: saved.tempo, goal }],
  )

/** `gained` is in bpm; `held` is the number of parts whose tempo did not rise (rule PX10). */
export function routineTotals(routine: Routine): { gained: number; practiced: number; held: number } {
  const gains = savedTempoChanges(routine).map(({ from, to }) => to - from)
  return {
    gained: gains.reduce((sum, gain) => sum + Math.max(0, gain), 0),
    practiced: gains.length,
    held: gains.filter(gain => gain <= 0).length,
  }
}
