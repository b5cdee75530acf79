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

/** How a piece is practiced: as a whole, or split in sections (spec 2). */
export type PieceType = 'whole' | 'sections'

export type Section = { readonly id: PartId; readonly name: string; readonly currentTempo: Bpm }

/** What was answered so far, as it was typed. The answers stay when another type is chosen. */
export type PieceDraft = {
  /** The id the piece will have: so an answer that was saved is told from one that waits. */
  readonly id: PieceId
  readonly name: string
  readonly importance: Importance
  readonly endTempo: string
  readonly currentTempo: string
  readonly sections: readonly Section[]
  /** What stands in the section form. */
  readonly entry: SectionEntry
}

/** No answers yet. */
export const blankDraft = (id: PieceId): PieceDraft => ({
  id,
  name: '',
  importance: DEFAULT_IMPORTANCE,
  endTempo: '',
  currentTempo: '',
  sections: [],
  entry: BLANK_ENTRY,
})

/** Would anything be lost with this draft? */
export const isBegun = (draft: PieceDraft): boolean =>
  draft.name !== '' ||
  draft.importance !== DEFAULT_IMPORTANCE ||
  draft.endTempo !== '' ||
  draft.currentTempo !== '' ||
  draft.sections.length > 0 ||
  isPending(draft.entry)

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

/** The step an address asks for, or the first one before it that is not answered (rule NP4). */
export function reachableStep(type: PieceType, wanted: number, draft: PieceDraft): number {
  for (let step = 0; step < wanted; step++) if (!isStepValid(type, step, draft)) return step
  return wanted
}

/** The change that adds the piece, or null while an answer is missing (rule NP5). */
export function creation(
  type: PieceType,
  draft: PieceDraft,
  partId: PartId,
): Extract<Intention, { kind: 'piece.create' }> | null {
  const endTempo = typedTempo(draft.endTempo)
  const currentTempo = typedTempo(draft.currentTempo)
  if (endTempo === null || reachableStep(type, STEPS, draft) !== STEPS) return null
  const whole = currentTempo === null ? [] : [{ id: partId, name: null, currentTempo }]
  return {
    kind: 'piece.create',
    args: {
      id: draft.id,
      name: tidiedName(draft.name),
      importance: draft.importance,
      endTempo,
      parts: type === 'whole' ? whole : draft.sections,
    },
  }
}
