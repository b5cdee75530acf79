import type { PracticePart } from './priority.ts'
import type { Part, PartId, PieceId, PracticeEntryId } from '#core/library/piece.ts'
import { trainerTempoToSave, type TrainerState } from './tempo-trainer.ts'
import type { Bpm } from '#core/music/tempo.ts'

/**
 * A practice session, which is the daily routine of practicing one part after the other, as a state machine. Its
 * states are the overview, one step per part, and finished (spec 4). The list of parts (`queue`) is fixed at the
 * start, so that saving a tempo never moves the current part (rule SE1).
 */
export type PracticeSession =
  | {
      readonly kind: 'overview'
      /** The routine that was left at a step and can be continued, or null (rule SE14). */
      readonly left: PausedRoutine | null
    }
  | {
      readonly kind: 'step'
      readonly queue: readonly QueuedPart[]
      /** Parts that were saved and then deleted. They are no longer steps, but count in the summary. */
      readonly gone: readonly QueuedPart[]
      readonly index: number
      readonly undo: UndoableSave | null
    }
  | {
      readonly kind: 'finished'
      readonly queue: readonly QueuedPart[]
      readonly gone: readonly QueuedPart[]
      readonly undo: UndoableSave | null
    }

/**
 * A routine that the musician has left before its end and can continue. `queue` contains the parts that are steps,
 * `gone` the practiced parts that are no longer steps, and `index` is the number of the step that was left.
 */
export type PausedRoutine = {
  readonly queue: readonly QueuedPart[]
  readonly gone: readonly QueuedPart[]
  readonly index: number
}

/** The data to undo the last saved tempo. Present only if the musician's last action was a save (rule PX8). */
export type UndoableSave = {
  readonly practiceId: PracticeEntryId
  /** The values that undo restores. */
  readonly before: PartBeforeSave
}

/** The values of a part before a tempo was saved. Undo restores them. */
export type PartBeforeSave = Pick<Part, 'currentTempo' | 'lastPracticed'>

/** A part in the fixed list of a routine, with its values at the start and the tempo saved for it since then. */
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
}

/** A tempo saved in this routine, with the id of the practice entry that stores it. */
export type SavedTempo = { readonly practiceId: PracticeEntryId; readonly tempo: Bpm }

/** The initial practice session: the overview, with no paused routine that could be continued. */
export const INITIAL_PRACTICE_SESSION: PracticeSession = { kind: 'overview', left: null }

/**
 * Starting point of a routine: a given part, the first part not practiced today ('open'), or the top of the list
 * ('top').
 */
export type RoutineStart = { readonly kind: 'part'; readonly id: PartId } | { readonly kind: 'open' | 'top' }

/**
 * Starts a routine with one step for each of the given parts. Moves parts that are already done (`isDone`) to the front
 * and begins after them, so that Next leads only to parts that still need practice. The part given in `start` is not
 * moved. No part is moved if all parts are done, or if `start` is 'top'. Returns the overview if there are no parts
 * (rules SE2, SE15).
 */
export function startPracticeSession(
  parts: readonly PracticePart[],
  start: RoutineStart = { kind: 'top' },
  isDone: (part: PracticePart) => boolean = () => false,
): PracticeSession {
  if (parts.length === 0) return INITIAL_PRACTICE_SESSION
  const from = start.kind === 'part' ? start.id : null
  const isRepeat = start.kind === 'top' || parts.every(isDone)
  const isBehind = (part: PracticePart) => !isRepeat && part.id !== from && isDone(part)
  const behind = parts.filter(isBehind)
  const queue = [...behind, ...parts.filter(part => !isBehind(part))]
  const index = Math.max(
    behind.length,
    queue.findIndex(({ id }) => id === from),
  )
  return { kind: 'step', index, queue: queue.map(queued), gone: [], undo: null }
}

/**
 * Returns to the overview and stores the current step, so that the musician can continue the routine. Stores nothing
 * if the routine is finished, or if it is still at its first step, without any saved tempo or moved slider (rule
 * SE14).
 */
export function pauseRoutine(session: PracticeSession): PracticeSession {
  if (session.kind === 'overview') return session
  if (session.kind === 'finished') return INITIAL_PRACTICE_SESSION
  const { queue, gone, index } = session
  const isUntouched = queue.every(part => part.saved === null && part.tempo === part.startTempo)
  if (index === 0 && gone.length === 0 && isUntouched) return INITIAL_PRACTICE_SESSION
  return { kind: 'overview', left: { queue, gone, index } }
}

/** Continues a paused routine at the step where the musician left it. Without one, changes nothing (rule SE14). */
export const continueRoutine = (session: PracticeSession): PracticeSession =>
  session.kind === 'overview' && session.left !== null ? atStep(session.left, session.left.index) : session

/** Returns the part of the current step. Returns null on the overview and at the end. */
export const currentPart = (session: PracticeSession): QueuedPart | null =>
  session.kind === 'step' ? (session.queue[session.index] ?? null) : null

/** Returns true if there is a previous step (spec 2, rule SE2). */
export const mayGoBack = (session: PracticeSession) => session.kind === 'step' && session.index > 0

/** Returns to the previous step. Does nothing on the first step, on the overview and at the end (rule SE2). */
export function goToPreviousStep(session: PracticeSession): PracticeSession {
  if (session.kind !== 'step' || session.index === 0) return session
  return atStep(session, session.index - 1)
}

/**
 * Goes to the step of a part, or to the end of the routine if `place` is 'finished'. Returns null on the overview, or
 * if the routine has no step for this part (rule SE14).
 */
export function goToStep(session: PracticeSession, place: PartId | 'finished'): PracticeSession | null {
  if (session.kind === 'overview') return null
  if (place === 'finished') return atStep(session, session.queue.length)
  const index = session.queue.findIndex(({ partId }) => partId === place)
  return index < 0 ? null : atStep(session, index)
}

/** Goes to the next step without saving a tempo. After the last part, goes to the end of the routine (rule SE2). */
export function goToNextStep(session: PracticeSession): PracticeSession {
  return session.kind === 'step' ? atStep(session, session.index + 1) : session
}

/**
 * Records the tempo that was saved for `part` and goes to the next step. If the musician has left the step of `part`
 * while the tempo was being saved, the current step does not change (rule SE2).
 */
export function recordSavedTempo(
  session: PracticeSession,
  part: QueuedPart,
  saved: SavedTempo,
  before: PartBeforeSave,
): PracticeSession {
  const routine = routineParts(session)
  if (routine === null) return session
  const { partId } = part
  const isQueued = routine.queue.some(each => each.partId === partId)
  const queue = routine.queue.map(each => (each.partId === partId ? { ...each, saved } : each))
  const others = routine.gone.filter(each => each.partId !== partId)
  // A part deleted on another device at this moment is no step any more but still counts (rule SE2).
  const gone = isQueued ? others : [...others, { ...part, saved }]
  if (session.kind === 'overview') return withLeft(session, { queue, gone })
  const undo = { practiceId: saved.practiceId, before }
  if (session.kind === 'step' && currentPart(session)?.partId === partId)
    return { ...atStep({ queue, gone }, session.index + 1), undo }
  return { ...session, queue, gone, undo }
}

/** Returns the session with this slider tempo for the current step, kept if the musician comes back (rule SE8). */
export function withSliderTempo(session: PracticeSession, tempo: Bpm): PracticeSession {
  return session.kind === 'step' ? withCurrent(session, { tempo }) : session
}

/**
 * Sets the tempo trainer's state for the current part, and moves the tempo slider to the trainer's tempo (rule TR4).
 */
export function withTrainerState(session: PracticeSession, trainer: TrainerState): PracticeSession {
  return session.kind === 'step' ? withCurrent(session, { tempo: trainer.tempo, trainer }) : session
}

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
export function lastSavedPart(session: PracticeSession): { part: QueuedPart; undo: UndoableSave } | null {
  if (session.kind === 'overview' || session.undo === null) return null
  const { queue, gone, undo } = session
  const part = [...queue, ...gone].find(({ saved }) => saved?.practiceId === undo.practiceId)
  return part === undefined ? null : { part, undo }
}

/**
 * Returns the routine after a save was undone. `practiceId` is the practice entry that the save created. Its part then
 * counts as not practiced (rule PX8).
 */
export function withSaveUndone(session: PracticeSession, practiceId: PracticeEntryId): PracticeSession {
  const routine = routineParts(session)
  if (routine === null) return session
  const queue = routine.queue.map(part =>
    part.saved?.practiceId === practiceId ? { ...part, saved: null } : part,
  )
  const gone = routine.gone.filter(part => part.saved?.practiceId !== practiceId)
  if (session.kind === 'overview') return withLeft(session, { queue, gone })
  const undo = session.undo?.practiceId === practiceId ? null : session.undo
  return { ...session, queue, gone, undo }
}

/** Removes the steps of deleted parts. The summary still contains the tempos saved for them (rule SE2). */
export function withoutDeletedParts(
  session: PracticeSession,
  exists: (id: PartId) => boolean,
): PracticeSession {
  if (session.kind === 'overview') {
    if (session.left === null || session.left.queue.every(part => exists(part.partId))) return session
    const now = withoutDeletedParts(continueRoutine(session), exists)
    if (now.kind !== 'step') return INITIAL_PRACTICE_SESSION
    return withLeft(session, { queue: now.queue, gone: now.gone, index: now.index })
  }
  if (session.queue.every(part => exists(part.partId))) return session
  const remaining = (parts: readonly QueuedPart[]) => parts.filter(part => exists(part.partId))
  const queue = remaining(session.queue)
  const lost = session.queue.filter(part => part.saved !== null && !exists(part.partId))
  const gone = [...session.gone, ...lost]
  if (session.kind === 'finished') return { ...session, queue, gone }
  if (queue.length === 0 && gone.length === 0) return INITIAL_PRACTICE_SESSION
  const index = remaining(session.queue.slice(0, session.index)).length
  return { ...atStep({ queue, gone }, index), undo: session.undo }
}

/**
 * Sets the slider of each untouched part of a routine to the part's current tempo. A part is untouched if no tempo was
 * saved for it and its slider was not moved. Without this, Next would revert a tempo that was edited elsewhere (rule
 * SE8).
 */
export function withUntouchedTemposRefreshed(
  session: PracticeSession,
  tempoOf: (id: PartId) => Bpm | null,
): PracticeSession {
  const routine = session.kind === 'finished' ? null : routineParts(session)
  if (routine === null) return session
  const queue = routine.queue.map(part => {
    const now = tempoOf(part.partId)
    const isUntouched = part.saved === null && part.tempo === part.startTempo
    return isUntouched && now !== null && now !== part.tempo ? { ...part, startTempo: now, tempo: now } : part
  })
  if (queue.every((part, at) => part === routine.queue[at])) return session
  return session.kind === 'overview' ? withLeft(session, { queue }) : { ...session, queue }
}

/**
 * Returns the parts of a running, paused or finished routine: those that are steps (`queue`), and practiced ones that
 * are no longer steps (`gone`). Returns null if there is no routine.
 */
export const routineParts = (session: PracticeSession): Pick<PausedRoutine, 'queue' | 'gone'> | null =>
  session.kind === 'overview' ? session.left : session

type Overview = Extract<PracticeSession, { kind: 'overview' }>
const withLeft = (session: Overview, changed: Partial<PausedRoutine>): PracticeSession =>
  session.left === null ? session : { ...session, left: { ...session.left, ...changed } }

type Running = Exclude<PracticeSession, { kind: 'overview' }>

/**
 * Returns the routine at a step, or finished after the last one, without an undo because moving saves nothing (rule
 * PX8).
 */
const atStep = ({ queue, gone }: Pick<Running, 'queue' | 'gone'>, index: number): Running =>
  index < queue.length
    ? { kind: 'step', queue, gone, index, undo: null }
    : { kind: 'finished', queue, gone, undo: null }

function withCurrent(session: Extract<Running, { kind: 'step' }>, touched: Partial<QueuedPart>): Running {
  const queue = session.queue.map((part, at) => (at === session.index ? { ...part, ...touched } : part))
  return { ...session, queue, undo: null }
}

const queued = (part: PracticePart): QueuedPart => ({
  partId: part.id,
  pieceId: part.pieceId,
  piece: part.piece,
  name: part.name,
  endTempo: part.endTempo,
  startTempo: part.currentTempo,
  tempo: part.currentTempo,
  saved: null,
})

/**
 * Computes the numbers that summarize a routine: total bpm gained (`gained`), number of parts practiced (`practiced`),
 * and number of practiced parts whose tempo did not rise (`held`) (rule PX10).
 */
export function sessionSummary(session: PracticeSession): {
  gained: number
  practiced: number
  held: number
} {
  const { queue, gone } = routineParts(session) ?? { queue: [], gone: [] }
  const practiced = [...queue, ...gone].filter(part => part.saved !== null)
  const gains = practiced.map(part => (part.saved?.tempo ?? part.startTempo) - part.startTempo)
  return {
    gained: gains.reduce((sum, gain) => sum + Math.max(0, gain), 0),
    practiced: practiced.length,
    held: gains.filter(gain => gain <= 0).length,
  }
}
