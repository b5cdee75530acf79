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

/** Only `reduceRoutine` changes it. The parts are fixed at the start, so that no save moves them (SE1). */
export type Routine = {
  readonly form: typeof ROUTINE_FORMAT_VERSION
  /** Two tabs whose routines have the same value show the same routine. */
  readonly startedAt: Timestamp
  readonly changedAt: Timestamp
  /** Empty if there is no routine. */
  readonly queue: readonly QueuedPart[]
  /** Parts that were saved and are no longer steps; they still count. */
  readonly gone: readonly QueuedPart[]
  /** From 0; `queue.length` after the last step. */
  readonly index: number
  /** True if the musician is on the overview and could continue. */
  readonly isLeft: boolean
  /** Whether the end was reached at least once. */
  readonly hasEnded: boolean
  /** The entry of the musician's last action if that was a save (rule PX8). */
  readonly undo: PracticeEntryId | null
  readonly clock: PracticeClock
  /** The clock's milliseconds when the musician came to the current step. */
  readonly stepFromMs: number
  readonly timed: RoutineTimePlan | null
}

/** Increment it when the type changes: routines of other versions are discarded. */
export const ROUTINE_FORMAT_VERSION = 2

/** A part with its values at the start of the routine and what happened to it since then. */
export type QueuedPart = {
  readonly partId: PartId
  readonly pieceId: PieceId
  readonly piece: string
  readonly name: string | null
  readonly endTempo: Bpm
  readonly startTempo: Bpm
  /** The tempo of the part's slider. */
  readonly tempo: Bpm
  readonly trainer?: TrainerState
  /** Null if nothing was saved or the save was undone. */
  readonly saved: SavedPracticeEntry | null
  /** Milliseconds of earlier visits to the step, since the part was saved last. */
  readonly unsavedMs: number
  /** Milliseconds counted in the entry that was saved last; unsaved again if that is undone. */
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
  /** The time of the last activity; null outside a step. */
  readonly lastSign: Timestamp | null
  readonly isClicking: boolean
}

/** The time of a timed session and how it is distributed. */
export type RoutineTimePlan = {
  /** The chosen time, 5 to 180 minutes. */
  readonly minutes: number
  readonly blocks: readonly PartTimeBlock[]
  /** The number of steps in the rounds after this one. */
  readonly laterSteps: number
  /** The last day with practice before the routine; an extra part's choice depends on it (rule TS1). */
  readonly lastPracticeDay: Day | null
  /** Null once it was answered or skipped (rule PF4). */
  readonly runThrough: PlannedRunThrough | null
  readonly playedThrough: { readonly piece: string; readonly entries: readonly PracticeEntryId[] } | null
}

export type PartTimeBlock = {
  readonly partId: PartId
  /** Whole minutes, 2 to 12. */
  readonly minutes: number
  /** The minutes that the part usually takes, 2 to 12. */
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

export function routineViewKind({ isLeft, index, queue }: Routine): 'overview' | 'step' | 'finished' {
  if (isLeft) return 'overview'
  return index < queue.length ? 'step' : 'finished'
}

/** The step in the address, from 1; 0 on the overview, one more than the last at the end (rule PX33). */
export const routineStepNumber = ({ isLeft, index }: Routine): number => (isLeft ? 0 : index + 1)

/** Null on the overview and at the end. */
export const currentPart = (routine: Routine): QueuedPart | null =>
  routine.isLeft ? null : (routine.queue[routine.index] ?? null)

/** False if the routine is over, or was left at its first step with nothing saved and no slider moved (rule SE14). */
export const canContinueRoutine = ({ isLeft, index, queue, gone }: Routine): boolean =>
  isLeft && index < queue.length && (index > 0 || gone.length > 0 || !queue.every(isQueuedPartUntouched))

export const isQueuedPartUntouched = ({ saved, tempo, startTempo }: QueuedPart): boolean =>
  saved === null && tempo === startTempo

/** Whether saving would count practice twice: this tempo was saved and is still the part's (rule PX6). */
export const isTempoAlreadySaved = (part: QueuedPart, tempo: Bpm, known: Part | undefined): boolean =>
  part.saved?.tempo === tempo && known?.currentTempo === tempo

/** The tempo that Next saves: the confirmed one with the trainer on, otherwise the slider's (rule TR4). */
export const tempoToSave = (part: QueuedPart, isClimbing: boolean): Bpm =>
  isClimbing && part.trainer !== undefined ? trainerTempoToSave(part.trainer) : part.tempo

/** Null if the musician's last action was not a save (rule PX8). */
export const findUndoableSave = ({ queue, gone, undo }: Routine): QueuedPart | null =>
  [...queue, ...gone].find(({ saved }) => saved !== null && saved.practiceId === undo) ?? null

export const savedEntryIds = ({ queue, gone }: Routine): PracticeEntryId[] =>
  [...queue, ...gone].flatMap(({ saved }) => (saved === null ? [] : [saved.practiceId]))

/** Time without any activity counts up to this much: the phone may have been forgotten. */
const MOST_MS = 5 * 60_000
const MOST_CLICKING_MS = 20 * 60_000

/** The counted time and that since the last activity, at most 5 minutes, or 20 with the click on (TC1). */
export function practicedMs({ clock: { countedMs, lastSign, isClicking } }: Routine, at: Timestamp): number {
  if (lastSign === null) return countedMs
  // A clock that was set back counts nothing.
  return countedMs + Math.max(0, Math.min(at - lastSign, isClicking ? MOST_CLICKING_MS : MOST_MS))
}

/** Not rounded; 0 if the routine has no time limit. */
export const routineMinutesLeft = ({ timed, clock }: Routine): number =>
  Math.max(0, (timed?.minutes ?? 0) - clock.countedMs / 60_000)

/** How long the current step, or the run-through before the first one, has taken so far. */
export const currentStepElapsedMs = (routine: Routine, at: Timestamp): number =>
  practicedMs(routine, at) - routine.stepFromMs

/** Whole seconds up to 3600 since the last save of the part; null for 0 (rule TC1). */
export function secondsToSave(routine: Routine, partId: PartId, at: Timestamp): number | null {
  const part = [...routine.queue, ...routine.gone].find(each => each.partId === partId)
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

/** In the routine's order; parts that are no longer steps come last (rule PX10). */
export const tempoGains = ({ queue, gone }: Routine): TempoGain[] =>
  [...queue, ...gone].flatMap(({ partId, piece, name, startTempo: from, endTempo: goal, saved }) =>
    saved === null ? [] : [{ partId, piece, name, from, to: saved.tempo, goal }],
  )

/** `gained` in bpm; `held` are the parts whose tempo did not rise (rule PX10). */
export function routineTotals(routine: Routine): { gained: number; practiced: number; held: number } {
  const gains = tempoGains(routine).map(({ from, to }) => to - from)
  return {
    gained: gains.reduce((sum, gain) => sum + Math.max(0, gain), 0),
    practiced: gains.length,
    held: gains.filter(gain => gain <= 0).length,
  }
}
