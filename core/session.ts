import type { PracticePart } from './priority.ts'
import type { PartId, PieceId, PracticeId } from './piece.ts'
import { offeredTempo, type Trainer } from './tempo-trainer.ts'
import type { Bpm } from './tempo.ts'

/**
 * The daily routine as states: overview, one step per part, finished (spec 4). The queue is frozen when the
 * routine starts, so that a save or another device never moves what the musician is on (rule SE1).
 */
export type PracticeSession =
  | { readonly kind: 'overview' }
  | {
      readonly kind: 'step'
      readonly queue: readonly QueuedPart[]
      /** Parts that were saved and then deleted: no steps any more, but what they brought counts. */
      readonly gone: readonly QueuedPart[]
      readonly index: number
    }
  | { readonly kind: 'finished'; readonly queue: readonly QueuedPart[]; readonly gone: readonly QueuedPart[] }

/** A part in the frozen queue: what it was when the routine started, and what was saved since. */
export type QueuedPart = {
  readonly partId: PartId
  readonly pieceId: PieceId
  readonly piece: string
  readonly name: string | null
  readonly endTempo: Bpm
  readonly startTempo: Bpm
  /** What the slider shows. */
  readonly tempo: Bpm
  /** How far the climb of this part got; absent where none was begun. */
  readonly trainer?: Trainer
  /** The entry written when the step was left with Next; null while unsaved, skipped or taken back. */
  readonly saved: { readonly practiceId: PracticeId; readonly tempo: Bpm } | null
}

export const OVERVIEW: PracticeSession = { kind: 'overview' }

/** The routine over parts that are already in practice order; without parts it stays the overview (rule SE2). */
export function startedSession(parts: readonly PracticePart[]): PracticeSession {
  if (parts.length === 0) return OVERVIEW
  return { kind: 'step', index: 0, queue: parts.map(queued), gone: [] }
}

/** The part of the current step, or null outside a step. */
export const currentPart = (session: PracticeSession): QueuedPart | null =>
  session.kind === 'step' ? (session.queue[session.index] ?? null) : null

/** Back is possible from the second step on (spec 2, rule SE3). */
export const mayGoBack = (session: PracticeSession) => session.kind === 'step' && session.index > 0

/** One step back; on the first step, and outside a step, nothing changes (rule SE3). */
export function previousStep(session: PracticeSession): PracticeSession {
  return session.kind === 'step' && session.index > 0 ? { ...session, index: session.index - 1 } : session
}

/** One step on, with what was saved for the current part (null: skipped); after the last part it is finished (rule SE4). */
export function nextStep(session: PracticeSession, saved: QueuedPart['saved']): PracticeSession {
  if (session.kind !== 'step') return session
  const queue =
    saved === null
      ? session.queue
      : session.queue.map((part, at) => (at === session.index ? { ...part, saved } : part))
  const index = session.index + 1
  return atStep(queue, session.gone, index)
}

/** The routine with the slider of the current step moved to `tempo`; kept per part, so Back shows it again (rule SE8). */
export function atTempo(session: PracticeSession, tempo: Bpm): PracticeSession {
  if (session.kind !== 'step') return session
  const queue = session.queue.map((part, at) => (at === session.index ? { ...part, tempo } : part))
  return { ...session, queue }
}

/** The routine with the climb of the current part at `trainer`, and the slider where that stands (rule SE10). */
export function climbing(session: PracticeSession, trainer: Trainer): PracticeSession {
  if (session.kind !== 'step') return session
  const { tempo } = trainer
  const queue = session.queue.map((part, at) => (at === session.index ? { ...part, tempo, trainer } : part))
  return { ...session, queue }
}

/** The tempo Next saves: what the slider shows, or in a climb what that offers (rule SE10). */
export const tempoToSave = (part: QueuedPart, isClimbing: boolean): Bpm =>
  isClimbing && part.trainer !== undefined ? offeredTempo(part.trainer) : part.tempo

/** The routine after a saved entry was taken back: its part counts as unpracticed again (rule SE5). */
export function withoutSaved(session: PracticeSession, practiceId: PracticeId): PracticeSession {
  if (session.kind === 'overview') return session
  const queue = session.queue.map(part =>
    part.saved?.practiceId === practiceId ? { ...part, saved: null } : part,
  )
  return { ...session, queue, gone: session.gone.filter(part => part.saved?.practiceId !== practiceId) }
}

/**
 * The routine without parts that no longer exist (deleted meanwhile, here or on another device): their steps are
 * left out and the current step moves to the next one that is left. What was saved stays in the harvest (rule SE6).
 */
export function withoutMissing(session: PracticeSession, exists: (id: PartId) => boolean): PracticeSession {
  if (session.kind === 'overview' || session.queue.every(part => exists(part.partId))) return session
  const remaining = (parts: readonly QueuedPart[]) => parts.filter(part => exists(part.partId))
  const queue = remaining(session.queue)
  const lost = session.queue.filter(part => part.saved !== null && !exists(part.partId))
  const gone = [...session.gone, ...lost]
  if (session.kind === 'finished') return { kind: 'finished', queue, gone }
  if (queue.length === 0 && gone.length === 0) return OVERVIEW
  return atStep(queue, gone, remaining(session.queue.slice(0, session.index)).length)
}

/**
 * The routine with each untouched part at its tempo of now: who corrects a tempo on the pieces screen, or practices
 * on another device, must not have that undone by an untouched Next (rule SE9). A slider that was moved stays.
 */
export function withTemposOfNow(
  session: PracticeSession,
  tempoOf: (id: PartId) => Bpm | null,
): PracticeSession {
  if (session.kind !== 'step') return session
  const queue = session.queue.map(part => {
    const now = tempoOf(part.partId)
    const isUntouched = part.saved === null && part.tempo === part.startTempo
    return isUntouched && now !== null && now !== part.tempo ? { ...part, startTempo: now, tempo: now } : part
  })
  return queue.every((part, at) => part === session.queue[at]) ? session : { ...session, queue }
}

/** What a finished routine brought: bpm gained over all practiced parts, and how many were practiced and held (rule SE7). */
export function harvestOf(session: PracticeSession): { gained: number; practiced: number; held: number } {
  const practiced =
    session.kind === 'overview' ? [] : [...session.queue, ...session.gone].filter(part => part.saved !== null)
  const gains = practiced.map(part => (part.saved?.tempo ?? part.startTempo) - part.startTempo)
  return {
    gained: gains.reduce((sum, gain) => sum + Math.max(0, gain), 0),
    practiced: practiced.length,
    held: gains.filter(gain => gain <= 0).length,
  }
}

const atStep = (queue: readonly QueuedPart[], gone: readonly QueuedPart[], index: number): PracticeSession =>
  index < queue.length ? { kind: 'step', queue, gone, index } : { kind: 'finished', queue, gone }

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
