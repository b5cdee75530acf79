import type { Intention } from '#core/change.ts'
import {
  DEFAULT_IMPORTANCE,
  faultOfPieceName,
  tidiedName,
  type Importance,
  type PartId,
  type PieceId,
} from '#core/piece.ts'
import type { Bpm } from '#core/tempo.ts'
import { BLANK_ENTRY, isPending, type SectionEntry } from '#web/kit/section-entry.ts'
import { typedTempo } from '#web/kit/tempo-rules.ts'

/** How a piece is practised: as a whole, or split in sections (spec 2). */
export type PieceType = 'whole' | 'sections'

export type Section = { readonly id: PartId; readonly name: string; readonly currentTempo: Bpm }

/** What was answered so far. The answers stay when the musician goes back, also to the choice of the type. */
export type PieceDraft = {
  readonly name: string
  readonly importance: Importance
  readonly endTempo: number | null
  readonly currentTempo: number | null
  readonly sections: readonly Section[]
  /** What stands in the section form. */
  readonly entry: SectionEntry
}

export const BLANK_DRAFT: PieceDraft = {
  name: '',
  importance: DEFAULT_IMPORTANCE,
  endTempo: null,
  currentTempo: null,
  sections: [],
  entry: BLANK_ENTRY,
}

/** Steps 0 to 3: name, urgency, goal, then the current tempo or the sections (spec 2 and 9). */
export const STEPS = 4

/** May the musician go on from a step (rules NP2, NP3)? */
export function isStepValid(type: PieceType, step: number, draft: PieceDraft): boolean {
  if (step === 0) return faultOfPieceName(draft.name) === null
  if (step === 1) return true
  if (step === 2) return typedTempo(draft.endTempo) !== null
  if (type === 'whole') return typedTempo(draft.currentTempo) !== null
  // A section that is typed but not added would be lost without a word.
  return draft.sections.length > 0 && !isPending(draft.entry)
}

/** The step an address asks for, or the first one before it that is not answered: a reload begins there (rule NP4). */
export function reachableStep(type: PieceType, wanted: number, draft: PieceDraft): number {
  for (let step = 0; step < wanted; step++) if (!isStepValid(type, step, draft)) return step
  return wanted
}

/** The change that adds the piece, or null while an answer is missing (rule NP5). */
export function creation(
  type: PieceType,
  draft: PieceDraft,
  ids: { pieceId: PieceId; partId: PartId },
): Extract<Intention, { kind: 'piece.create' }> | null {
  const endTempo = typedTempo(draft.endTempo)
  const currentTempo = typedTempo(draft.currentTempo)
  if (endTempo === null || reachableStep(type, STEPS, draft) !== STEPS) return null
  const whole = currentTempo === null ? [] : [{ id: ids.partId, name: null, currentTempo }]
  return {
    kind: 'piece.create',
    args: {
      id: ids.pieceId,
      name: tidiedName(draft.name),
      importance: draft.importance,
      endTempo,
      parts: type === 'whole' ? whole : draft.sections,
    },
  }
}
