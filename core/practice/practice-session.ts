import type { PracticePart } from './priority.ts'
import type { Part, PartId, PieceId, PracticeId } from '#core/library/piece.ts'
import { trainerTempoToSave, type Trainer } from './tempo-trainer.ts'
import type { Bpm } from '#core/music/tempo.ts'

/**
 * The daily routine as a state machine: overview, one step per part, finished (spec 4). The queue is frozen at the
 * start, so that a save or another device never moves the current part (rule SE1).
 */
export type PracticeSession =
  | {
      readonly kind: 'overview'
      /** The routine that was left at a step and can be continued, or null (rule SE14). */
      readonly left: LeftRoutine | null
    }
  | {
      readonly kind: 'step'
      readonly queue: readonly QueuedPart[]
      /** Parts that were saved and then deleted. They are no steps any more but count in the summary. */
      readonly gone: readonly QueuedPart[]
      readonly index: number
      readonly undo: SaveUndo | null
    }
  | {
      readonly kind: 'finished'
      readonly queue: readonly QueuedPart[]
      readonly gone: readonly QueuedPart[]
      readonly undo: SaveUndo | null
    }

/** A routine that was left before its end. */
export type LeftRoutine = {
  readonly queue: readonly QueuedPart[]
  readonly gone: readonly QueuedPart[]
  readonly index: number
}

/** How to undo the last saved tempo. Present only while saving was the last action (rule SE11). */
export type SaveUndo = {
  readonly practiceId: PracticeId
  /** What the part returns to. */
  readonly before: PartState
}

/** A part's values before a tempo was saved for it. */
export type PartState = Pick<Part, 'currentTempo' | 'lastPracticed'>

/** A part in the frozen queue: its values when the routine started, and what was saved since. */
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
  readonly trainer?: Trainer
  /** The entry written with Next; null if the step is unsaved, skipped or undone. */
  readonly saved: SavedTempo | null
}

/** An entry of the practice history that this routine wrote. */
export type SavedTempo = { readonly practiceId: PracticeId; readonly tempo: Bpm }

/** The session that shows today's list, without a routine to continue. */
export const SESSION_OVERVIEW: PracticeSession = { kind: 'overview', left: null }

/** Where a routine starts: at a part, at the first one not practiced today, or at the top of the list. */
export type RoutineStart = { readonly kind: 'part'; readonly id: PartId } | { readonly kind: 'open' | 'top' }

/**
 * Starts the routine with parts in practice order. Parts practiced today come first and lie behind the first step, so
 * that Next leads only to parts that were not practiced yet. If all were practiced, or at 'top', the order stays as it
 * is. Without parts the session stays at the overview (rules SE2, SE15, SE16).
 */
export function startPracticeSession(
  parts: readonly PracticePart[],
  start: RoutineStart = { kind: 'top' },
  isDone: (part: PracticePart) => boolean = () => false,
): PracticeSession {
  if (parts.length === 0) return SESSION_OVERVIEW
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
 * Leaves the routine. From a step its place is kept, unless it is the first one and nothing was done yet (rule SE14).
 */
export function leaveRoutine(session: PracticeSession): PracticeSession {
  if (session.kind === 'overview') return session
  if (session.kind === 'finished') return SESSION_OVERVIEW
  const { queue, gone, index } = session
  const isUntouched = queue.every(part => part.saved === null && part.tempo === part.startTempo)
  if (index === 0 && gone.length === 0 && isUntouched) return SESSION_OVERVIEW
  return { kind: 'overview', left: { queue, gone, index } }
}

/** Returns to the step at which the routine was left (rule SE14). */
export const continueRoutine = (session: PracticeSession): PracticeSession =>
  session.kind === 'overview' && session.left !== null ? atStep(session.left, session.left.index) : session

/** Returns the part of the current step, or null outside a step. */
export const currentPart = (session: PracticeSession): QueuedPart | null =>
  session.kind === 'step' ? (session.queue[session.index] ?? null) : null

/** Returns true from the second step on (spec 2, rule SE3). */
export const mayGoBack = (session: PracticeSession) => session.kind === 'step' && session.index > 0

/** Goes back one step. On the first step, and outside a step, nothing changes (rule SE3). */
export function goToPreviousStep(session: PracticeSession): PracticeSession {
  if (session.kind !== 'step' || session.index === 0) return session
  return atStep(session, session.index - 1)
}

/** Goes to the step of a part, or to the end. Returns null if the routine has no such step (rule SE13). */
export function goToStep(session: PracticeSession, place: PartId | 'finished'): PracticeSession | null {
  if (session.kind === 'overview') return null
  if (place === 'finished') return atStep(session, session.queue.length)
  const index = session.queue.findIndex(({ partId }) => partId === place)
  return index < 0 ? null : atStep(session, index)
}

/** Goes to the next step without saving. After the last part the routine is finished (rule SE4). */
export function goToNextStep(session: PracticeSession): PracticeSession {
  return session.kind === 'step' ? atStep(session, session.index + 1) : session
}

/**
 * Records a saved tempo for `part`. The routine goes to the next step only if the musician is still at that part. After
 * Back or Skip it stays, and the tempo counts for the part it was saved for (rules SE4, SE12).
 */
export function recordSavedTempo(
  session: PracticeSession,
  part: QueuedPart,
  saved: SavedTempo,
  before: PartState,
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

/** Moves the slider of the current step. The position is kept per part, so Back shows it again (rule SE8). */
export function withSliderTempo(session: PracticeSession, tempo: Bpm): PracticeSession {
  return session.kind === 'step' ? withCurrent(session, { tempo }) : session
}

/** Sets the trainer's state for the current part and moves the slider to its tempo (rule SE10). */
export function withTrainer(session: PracticeSession, trainer: Trainer): PracticeSession {
  return session.kind === 'step' ? withCurrent(session, { tempo: trainer.tempo, trainer }) : session
}

/** Returns the tempo that Next saves: the slider's, or the trainer's if it is on (rule SE10). */
export const tempoToSave = (part: QueuedPart, isClimbing: boolean): Bpm =>
  isClimbing && part.trainer !== undefined ? trainerTempoToSave(part.trainer) : part.tempo

/**
 * Returns the part saved by the last action and how to undo it, or null if the last action saved nothing (rule SE11).
 */
export function lastSavedPart(session: PracticeSession): { part: QueuedPart; undo: SaveUndo } | null {
  if (session.kind === 'overview' || session.undo === null) return null
  const { queue, gone, undo } = session
  const part = [...queue, ...gone].find(({ saved }) => saved?.practiceId === undo.practiceId)
  return part === undefined ? null : { part, undo }
}

/** Removes a saved entry that was undone, so that its part counts as unpracticed (rule SE5). */
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

/**
 * Removes the steps of deleted parts and moves to the next remaining step. Saved tempos stay in the summary (rule SE6).
 */
export function withoutDeletedParts(
  session: PracticeSession,
  exists: (id: PartId) => boolean,
): PracticeSession {
  if (session.kind === 'overview') {
    if (session.left === null || session.left.queue.every(part => exists(part.partId))) return session
    const now = withoutDeletedParts(continueRoutine(session), exists)
    if (now.kind !== 'step') return SESSION_OVERVIEW
    return withLeft(session, { queue: now.queue, gone: now.gone, index: now.index })
  }
  if (session.queue.every(part => exists(part.partId))) return session
  const remaining = (parts: readonly QueuedPart[]) => parts.filter(part => exists(part.partId))
  const queue = remaining(session.queue)
  const lost = session.queue.filter(part => part.saved !== null && !exists(part.partId))
  const gone = [...session.gone, ...lost]
  if (session.kind === 'finished') return { ...session, queue, gone }
  if (queue.length === 0 && gone.length === 0) return SESSION_OVERVIEW
  const index = remaining(session.queue.slice(0, session.index)).length
  return { ...atStep({ queue, gone }, index), undo: session.undo }
}

/**
 * Updates each untouched part to its current tempo, because an untouched Next must not revert an edit on the pieces
 * screen or on another device (rule SE9). A slider that was moved stays.
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

/** Returns the parts of a routine, also of one that was left, or null if there is none. */
export const routineParts = (session: PracticeSession): Pick<LeftRoutine, 'queue' | 'gone'> | null =>
  session.kind === 'overview' ? session.left : session

/** Summarizes a routine: bpm gained over all practiced parts, and how many parts were practiced and held (rule SE7). */
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
const withLeft = (session: Overview, changed: Partial<LeftRoutine>): PracticeSession =>
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
