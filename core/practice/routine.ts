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

export type Routine = {
  readonly form: typeof ROUTINE_FORMAT_VERSION
  /** Also identifies the routine: two tabs with the same `startedAt` show the same routine. */
  readonly startedAt: Timestamp
  readonly changedAt: Timestamp
  readonly queue: readonly QueuedPart[]
  /** Parts that left `queue` after their practice was saved; the summary still includes them. */
  readonly gone: readonly QueuedPart[]
  /** The current step, counted from 0; `queue.length` after the last one. */
  readonly index: number
  readonly isLeft: boolean
  readonly hasEnded: boolean
  /** The entry that Undo would remove; null if the user's last action was not a save (rule PX8). */
  readonly undo: PracticeEntryId | null
  readonly clock: PracticeClock
  /** The value of `clock.countedMs` when the current step began. */
  readonly stepFromMs: number
  readonly timed: RoutineTimePlan | null
}

/** Increment this when `Routine` changes; stored routines of other versions are discarded. */
export const ROUTINE_FORMAT_VERSION = 3

export type QueuedPart = {
  readonly partId: PartId
  readonly pieceId: PieceId
  readonly piece: string
  readonly name: string | null
  readonly endTempo: Bpm
  readonly startTempo: Bpm
  readonly tempo: Bpm
  readonly trainer?: TrainerState
  readonly saved: SavedPracticeEntry | null
  /** Practice time that no entry contains yet, without the time since the current step began. */
  readonly unsavedMs: number
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
  readonly lastSign: Timestamp | null
  readonly isClicking: boolean
}

export type RoutineTimePlan = {
  readonly minutes: number
  readonly blocks: readonly PlannedPartMinutes[]
  readonly laterSteps: number
  readonly lastPracticeDay: Day | null
  readonly runThrough: PlannedRunThrough | null
  readonly playedThrough: (PlannedRunThrough & { readonly saves: readonly UndoableSave[] }) | null
}

export type PlannedPartMinutes = {
  readonly partId: PartId
  readonly minutes: number
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

export const routineStepNumber = ({ isLeft, index }: Routine): number => (isLeft ? 0 : index + 1)

export const currentPart = (routine: Routine): QueuedPart | null =>
  routine.isLeft ? null : (routine.queue[routine.index] ?? null)

export const isRoutineLeftUnfinished = ({ isLeft, index, queue, gone }: Routine): boolean =>
  isLeft && index < queue.length && (index > 0 || gone.length > 0 || !queue.every(isUnsavedAtStartTempo))

export const isUnsavedAtStartTempo = ({ saved, tempo, startTempo }: QueuedPart): boolean =>
  saved === null && tempo === startTempo

/** If true, saving the tempo again would count the same practice twice (rule PX6). */
export const isSameTempoAlreadySaved = (part: QueuedPart, tempo: Bpm, known: Part | undefined): boolean =>
  part.saved?.tempo === tempo && known?.currentTempo === tempo

export const tempoToSave = (part: QueuedPart, isClimbing: boolean): Bpm =>
  isClimbing && part.trainer !== undefined ? trainerTempoToSave(part.trainer) : part.tempo

export const allParts = ({ queue, gone }: Routine): readonly QueuedPart[] => [...queue, ...gone]

export const findRoutinePart = (routine: Routine, id: PartId): QueuedPart | undefined =>
  allParts(routine).find(({ partId }) => partId === id)

export const findPartWithUndoableSave = (routine: Routine): QueuedPart | null =>
  allParts(routine).find(({ saved }) => saved !== null && saved.practiceId === routine.undo) ?? null

export const savedEntryIds = (routine: Routine): PracticeEntryId[] =>
  allParts(routine).flatMap(({ saved }) => saved?.practiceId ?? [])

/** At most this much time between two inputs counts as practice, because the phone may lie unused (TC1). */
const MOST_SILENT_MS = 5 * 60_000
const MOST_CLICKING_MS = 20 * 60_000

export function routinePracticedMs(
  { clock: { countedMs, lastSign, isClicking } }: Routine,
  at: Timestamp,
): number {
  if (lastSign === null) return countedMs
  // A clock that was set back counts nothing.
  return countedMs + Math.max(0, Math.min(at - lastSign, isClicking ? MOST_CLICKING_MS : MOST_SILENT_MS))
}

/** Returns minutes that are not rounded; 0 if the time is over or the routine has no time limit. */
export const minutesLeftOfTimeLimit = ({ timed, clock }: Routine): number =>
  Math.max(0, (timed?.minutes ?? 0) - clock.countedMs / 60_000)

export const currentStepPracticedMs = (routine: Routine, at: Timestamp): number =>
  routinePracticedMs(routine, at) - routine.stepFromMs

/** Returns whole seconds of practice not saved yet, at most 3600; null if it would be 0 (rule TC1). */
export function secondsToSave(routine: Routine, partId: PartId, at: Timestamp): number | null {
  const part = findRoutinePart(routine, partId)
  const visitMs = currentPart(routine)?.partId === partId ? currentStepPracticedMs(routine, at) : 0
  const seconds = Math.round(((part?.unsavedMs ?? 0) + visitMs) / 1000)
  return seconds < 1 ? null : Math.min(seconds, MAX_PRACTICE_SECONDS)
}

export const plannedMinutesOfPart = (
  timed: RoutineTimePlan | null,
  part: PartId,
): PlannedPartMinutes | null => timed?.blocks.find(({ partId }) => partId === part) ?? null

export type TempoGain = {
  readonly partId: PartId
  readonly piece: string
  readonly name: string | null
  readonly from: Bpm
  readonly to: Bpm
  readonly goal: Bpm
}

export const savedTempoChanges = (routine: Routine): TempoGain[] =>
  allParts(routine).flatMap(({ partId, piece, name, startTempo: from, endTempo: goal, saved }) =>
    saved === null ? [] : [{ partId, piece, name, from, to: saved.tempo, goal }],
  )

/** `gained` sums the rises in bpm; `practiced` counts the saved parts, `held` those without a rise (PX10). */
export function routineTempoTotals(routine: Routine): { gained: number; practiced: number; held: number } {
  const gains = savedTempoChanges(routine).map(({ from, to }) => to - from)
  return {
    gained: gains.reduce((sum, gain) => sum + Math.max(0, gain), 0),
    practiced: gains.length,
    held: gains.filter(gain => gain <= 0).length,
  }
}
