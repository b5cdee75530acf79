import type { Intention } from '#core/library/change.ts'
import {
  DEFAULT_IMPORTANCE,
  pieceNameFault,
  normalizeName,
  type Importance,
  type PartId,
  type PieceId,
} from '#core/library/piece.ts'
import type { Bpm } from '#core/music/tempo.ts'
import { BLANK_SECTION, hasUnsavedInput, type SectionDraft } from '#web/kit/section-draft.ts'
import { parseTypedTempo } from '#web/kit/music/tempo-rules.ts'

/** How a piece is practiced: as a whole, or split into sections (spec 2). */
export type PieceType = 'whole' | 'sections'

/** A section of a piece that is being added. */
export type Section = { readonly id: PartId; readonly name: string; readonly currentTempo: Bpm }

/** The answers so far, as typed. They stay when another type is chosen. */
export type PieceDraft = {
  /** The id that the piece will have, so that a saved draft can be told from an unsaved one. */
  readonly id: PieceId
  readonly name: string
  readonly importance: Importance
  readonly endTempo: string
  readonly currentTempo: string
  readonly sections: readonly Section[]
  /** Input of the section form. */
  readonly entry: SectionDraft
}

/** Returns a draft without answers. */
export const blankDraft = (id: PieceId): PieceDraft => ({
  id,
  name: '',
  importance: DEFAULT_IMPORTANCE,
  endTempo: '',
  currentTempo: '',
  sections: [],
  entry: BLANK_SECTION,
})

/** Returns whether discarding the draft would lose input. */
export const hasAnswers = (draft: PieceDraft): boolean =>
  draft.name !== '' ||
  draft.importance !== DEFAULT_IMPORTANCE ||
  draft.endTempo !== '' ||
  draft.currentTempo !== '' ||
  draft.sections.length > 0 ||
  hasUnsavedInput(draft.entry)

/** Number of steps, 0 to 3: name, urgency, goal, then the current tempo or the sections (spec 2 and 9). */
export const WIZARD_STEP_COUNT = 4

/** Returns whether the user may continue from a step (rules NP2, NP3). */
export function isStepValid(type: PieceType, step: number, draft: PieceDraft): boolean {
  if (step === 0) return pieceNameFault(draft.name) === null
  if (step === 1) return true
  if (step === 2) return parseTypedTempo(draft.endTempo) !== null
  if (type === 'whole') return parseTypedTempo(draft.currentTempo) !== null
  // A section that is typed but not added would be lost silently.
  return draft.sections.length > 0 && !hasUnsavedInput(draft.entry)
}

/** Returns the requested step, or the first unanswered one before it (rule NP4). */
export function reachableStep(type: PieceType, wanted: number, draft: PieceDraft): number {
  for (let step = 0; step < wanted; step++) if (!isStepValid(type, step, draft)) return step
  return wanted
}

/** Returns the intention that adds the piece, or null while an answer is missing (rule NP5). */
export function pieceCreation(
  type: PieceType,
  draft: PieceDraft,
  partId: PartId,
): Extract<Intention, { kind: 'piece.create' }> | null {
  const endTempo = parseTypedTempo(draft.endTempo)
  const currentTempo = parseTypedTempo(draft.currentTempo)
  if (endTempo === null || reachableStep(type, WIZARD_STEP_COUNT, draft) !== WIZARD_STEP_COUNT) return null
  const whole = currentTempo === null ? [] : [{ id: partId, name: null, currentTempo }]
  return {
    kind: 'piece.create',
    args: {
      id: draft.id,
      name: normalizeName(draft.name),
      importance: draft.importance,
      endTempo,
      parts: type === 'whole' ? whole : draft.sections,
    },
  }
}
