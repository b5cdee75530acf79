import { daysBetweenOrZero, type GetLocalDay, type Day } from '#core/library/day.ts'
import type { Library } from '#core/library/library.ts'
import type { Importance, PartId, PieceId } from '#core/library/piece.ts'
import type { Bpm } from '#core/music/tempo.ts'

export type PracticePart = {
  readonly id: PartId
  readonly name: string | null
  readonly currentTempo: Bpm
  readonly lastPracticed: Day | null
  readonly createdAt: Day
  readonly pieceId: PieceId
  readonly piece: string
  readonly endTempo: Bpm
  readonly importance: Importance
  readonly performOn: Day | null
}

export type PriorityColor = 'green' | 'blue' | 'red'

/** A higher number is more urgent. It is negative if the tempo is far above the goal (spec 9, rule PR1). */
export function priorityOf(part: PracticePart, today: Day): number {
  const { importance, endTempo, currentTempo } = part
  const days = daysBetweenOrZero(part.lastPracticed ?? part.createdAt, today)
  // importance + (endTempo - currentTempo) / (0.4 * currentTempo) + days * importance * 0.5 / 10 over its common
  // divisor. One division of whole numbers: added up in parts, 96 bpm from 48 would fall short of 3.5 by a bit and
  // be green, and equal parts would be ranked by rounding. A Bpm is at least 40, so nothing divides by zero.
  const urgency = 20 * importance * currentTempo
  const distance = 50 * (endTempo - currentTempo)
  const rest = days * importance * currentTempo
  return (urgency + distance + rest) / (20 * currentTempo)
}

export function priorityColor(priority: number): PriorityColor {
  if (priority < 3.5) return 'green'
  return priority < 6 ? 'blue' : 'red'
}

/** Breaks ties by fixed criteria, so that all devices show the same order (spec 9, rule PR2). */
export function sortInPracticeOrder(parts: readonly PracticePart[], today: Day): PracticePart[] {
  return parts
    .map(part => ({ part, priority: priorityOf(part, today) }))
    .sort((a, b) => b.priority - a.priority || tieBreak(a.part, b.part))
    .map(ranked => ranked.part)
}

/** Omits deleted parts and pieces, and pieces on hold (spec 3 and 4, rules PR5 and OH1). */
export function unsortedPracticeParts(library: Library, calendar: GetLocalDay): PracticePart[] {
  const parts: PracticePart[] = []
  for (const part of library.parts.values()) {
    const piece = library.pieces.get(part.pieceId)
    if (piece === undefined || piece.deletedAt !== null || piece.onHold || part.deletedAt !== null) continue
    parts.push({
      id: part.id,
      name: part.name,
      currentTempo: part.currentTempo,
      lastPracticed: part.lastPracticed === null ? null : calendar(part.lastPracticed),
      createdAt: calendar(part.createdAt),
      pieceId: piece.id,
      piece: piece.name,
      endTempo: piece.endTempo,
      importance: piece.importance,
      performOn: piece.performOn,
    })
  }
  return parts
}

export const isLastPracticedOn = (
  { lastPracticed }: Pick<PracticePart, 'lastPracticed'>,
  day: Day,
): boolean => lastPracticed !== null && daysBetweenOrZero(lastPracticed, day) === 0

const restedSince = (part: PracticePart) => part.lastPracticed ?? part.createdAt

function tieBreak(a: PracticePart, b: PracticePart): number {
  return (
    restedSince(a) - restedSince(b) ||
    compareText(a.piece, b.piece) ||
    compareText(a.name ?? '', b.name ?? '') ||
    compareText(a.id, b.id)
  )
}

function compareText(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}
