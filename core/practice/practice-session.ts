import type { PracticePart } from './priority.ts'
import type { Part, PartId, PieceId, PracticeId } from '#core/library/piece.ts'
import { trainerTempoToSave, type TrainerState } from './tempo-trainer.ts'
import type { Bpm } from '#core/music/tempo.ts'

/**
 * The daily practice routine as a state machine: overview, one step per part, finished (spec 4). The queue of parts is
 * frozen at the start, so that saving a tempo or another device never moves the current part (rule SE1).
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
      /** Parts that were saved and then deleted. They are no steps any more but count in the summary. */
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

/** A routine that the musician left before its end and can continue. */
export type PausedRoutine = {
  readonly queue: readonly QueuedPart[]
  readonly gone: readonly QueuedPart[]
  readonly index: number
}

/** The data needed to undo the last saved tempo. Present only if saving was the last action (rule SE11). */
export type UndoableSave = {
  readonly practiceId: PracticeId
  /** What the part returns to. */
  readonly before: PartBeforeSave
}

/** The values of a part before a tempo was saved for it, to restore them on undo. */
export type PartBeforeSave = Pick<Part, 'currentTempo' | 'lastPracticed'>

/** A part in the frozen queue of a routine, with its values at the start and the tempo that was saved since. */
export type QueuedPart = {
  readonly partId: PartId
  readonly pieceId: PieceId
  readonly piece: string
  readonly name: string | null
  readonly endTempo: Bpm
  readonly startTempo: Bpm
  /** The slider's position. */
  readonly tempo: Bpm
  /** The trainer's state for this part; absent if it was not used. */
  readonly trainer?: TrainerState
  /** The entry written with Next; null if the step is unsaved, skipped or undone. */
  readonly saved: SavedTempo | null
}

/** A tempo saved in this routine, with the id of its practice entry. */
export type SavedTempo = { readonly practiceId: PracticeId; readonly tempo: Bpm }

/** The initial session: the overview, with no routine to continue. */
export const INITIAL_PRACTICE_SESSION: PracticeSession = { kind: 'overview', left: null }

/**
 * Where a routine starts: at a given part, at the first part not practiced today ('open'), or at the top of the list.
 */
export type RoutineStart = { readonly kind: 'part'; readonly id: PartId } | { readonly kind: 'open' | 'top' }

/**
 * Starts a routine with parts in practice order. Parts practiced today are placed before the first step, so that Next
 * leads only to parts not practiced yet. If all were practiced, or at 'top', the order is unchanged. Without parts it
 * returns the overview (rules SE2, SE15, SE16).
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
 * Returns to the overview and remembers the step, so that the routine can be continued. Remembers nothing on the first
 * step if nothing was done yet (rule SE14).
 */
export function pauseRoutine(session: PracticeSession): PracticeSession {
  if (session.kind === 'overview') return session
  if (session.kind === 'finished') return INITIAL_PRACTICE_SESSION
  const { queue, gone, index } = session
  const isUntouched = queue.every(part => part.saved === null && part.tempo === part.startTempo)
  if (index === 0 && gone.length === 0 && isUntouched) return INITIAL_PRACTICE_SESSION
  return { kind: 'overview', left: { queue, gone, index } }
}

/** Returns to the step at which the routine was left (rule SE14). */
export const continueRoutine = (session: PracticeSession): PracticeSession =>
  session.kind === 'overview' && session.left !== null ? atStep(session.left, session.left.index) : session

/** Returns the part of the current step. Returns null on the overview and at the end. */
export const currentPart = (session: PracticeSession): QueuedPart | null =>
  session.kind === 'step' ? (session.queue[session.index] ?? null) : null

/** Returns true if there is a previous step to return to (spec 2, rule SE3). */
export const mayGoBack = (session: PracticeSession) => session.kind === 'step' && session.index > 0

/** Returns to the previous step. Changes nothing on the first step, on the overview or at the end (rule SE3). */
export function goToPreviousStep(session: PracticeSession): PracticeSession {
  if (session.kind !== 'step' || session.index === 0) return session
  return atStep(session, session.index - 1)
}

/**
 * Goes to the step of a part, or to the end of the routine. Returns null if the routine has no such step (rule SE13).
 */
export function goToStep(session: PracticeSession, place: PartId | 'finished'): PracticeSession | null {
  if (session.kind === 'overview') return null
  if (place === 'finished') return atStep(session, session.queue.length)
  const index = session.queue.findIndex(({ partId }) => partId === place)
  return index < 0 ? null : atStep(session, index)
}

/** Goes to the next step without saving, or to the end after the last part (rule SE4). */
export function goToNextStep(session: PracticeSession): PracticeSession {
  return session.kind === 'step' ? atStep(session, session.index + 1) : session
}

/**
 * Records the tempo saved for `part` and goes to the next step. Stays if the musician has left that part meanwhile
 * with Back or Skip (rules SE4, SE12).
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
  // A part deleted on another device at this moment is no step any more but still counts (rule SE6).
  const gone = isQueued ? others : [...others, { ...part, saved }]
  if (session.kind === 'overview') return withLeft(session, { queue, gone })
  const undo = { practiceId: saved.practiceId, before }
  if (session.kind === 'step' && currentPart(session)?.partId === partId)
    return { ...atStep({ queue, gone }, session.index + 1), undo }
  return { ...session, queue, gone, undo }
}

/** Sets the slider of the current step. Each part keeps its slider position, which Back shows again (rule SE8). */
export function withSliderTempo(session: PracticeSession, tempo: Bpm): PracticeSession {
  return session.kind === 'step' ? withCurrent(session, { tempo }) : session
}

/** Sets the trainer state of the current part and moves its slider to the trainer's tempo (rule SE10). */
export function withTrainerState(session: PracticeSession, trainer: TrainerState): PracticeSession {
  return session.kind === 'step' ? withCurrent(session, { tempo: trainer.tempo, trainer }) : session
}

/** Returns the tempo that Next saves: the slider's, or the trainer's if `isClimbing` is true (rule SE10). */
export const tempoToSave = (part: QueuedPart, isClimbing: boolean): Bpm =>
  isClimbing && part.trainer !== undefined ? trainerTempoToSave(part.trainer) : part.tempo

/**
 * Returns the part saved by the last action and the data to undo it. Returns null if the last action saved nothing
 * (rule SE11).
 */
export function lastSavedPart(session: PracticeSession): { part: QueuedPart; undo: UndoableSave } | null {
  if (session.kind === 'overview' || session.undo === null) return null
  const { queue, gone, undo } = session
  const part = [...queue, ...gone].find(({ saved }) => saved?.practiceId === undo.practiceId)
  return part === undefined ? null : { part, undo }
}

/** Removes a saved tempo from the routine after it was undone, so that its part counts as not practiced (rule SE5). */
export function withSaveUndone(session: PracticeSession, practiceId: PracticeId): PracticeSession {
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

/** Removes the steps of deleted parts. Their saved tempos stay in the summary (rule SE6). */
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
 * Updates parts whose slider was not moved to their current tempo, because Next would otherwise revert an edit made on
 * another screen or device (rule SE9).
 */
export function withCurrentTempos(
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

/** Returns the parts of the running or left routine, or null if there is none. */
export const routineParts = (session: PracticeSession): Pick<PausedRoutine, 'queue' | 'gone'> | null =>
  session.kind === 'overview' ? session.left : session

/**
 * Summarizes a routine: total bpm gained, number of parts practiced, and number of parts that kept their tempo (rule
 * SE7).
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

type Overview = Extract<PracticeSession, { kind: 'overview' }>
const withLeft = (session: Overview, changed: Partial<PausedRoutine>): PracticeSession =>
  session.left === null ? session : { ...session, left: { ...session.left, ...changed } }

type Running = Exclude<PracticeSession, { kind: 'overview' }>

/**
 * Returns the routine at a step, or finished after the last one, without an undo because moving saves nothing (rule
 * SE11).
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
