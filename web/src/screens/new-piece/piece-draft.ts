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
import { BLANK_SECTION_DRAFT, hasSectionInput, type SectionDraft } from '#web/kit/sections/section-form.tsx'
import { parseTypedTempo } from '#web/kit/music/tempo-rules.ts'

/** Whether a new piece is practiced as a whole or in sections (spec 2). */
export type WholeOrSections = 'whole' | 'sections'

/** A section of a piece that the user is creating in the new-piece wizard. */
export type DraftSection = { readonly id: PartId; readonly name: string; readonly currentTempo: Bpm }

/**
 * The answers that the user has given in the new-piece wizard. They are kept when the user goes back and chooses
 * sections instead of a whole piece, or the other way round.
 */
export type PieceDraft = {
  /**
   * The id that the piece will have. If the library contains a piece with this id, the draft has already been saved.
   */
  readonly id: PieceId
  readonly name: string
  readonly importance: Importance
  readonly endTempo: string
  readonly currentTempo: string
  readonly sections: readonly DraftSection[]
  /** Input of the section form. */
  readonly entry: SectionDraft
}

/** Creates the draft of the new-piece wizard before the user has answered anything. `id` is the id of the new piece. */
export const blankPieceDraft = (id: PieceId): PieceDraft => ({
  id,
  name: '',
  importance: DEFAULT_IMPORTANCE,
  endTempo: '',
  currentTempo: '',
  sections: [],
  entry: BLANK_SECTION_DRAFT,
})

/**
 * Returns true if the user has entered anything in the new-piece wizard, so that the draft must not be discarded
 * without asking.
 */
export const hasPieceInput = (draft: PieceDraft): boolean =>
  draft.name !== '' ||
  draft.importance !== DEFAULT_IMPORTANCE ||
  draft.endTempo !== '' ||
  draft.currentTempo !== '' ||
  draft.sections.length > 0 ||
  hasSectionInput(draft.entry)

/**
 * Number of steps of the new-piece wizard (spec 2 and 9). The steps are the name, the urgency, the goal, and the
 * current tempo or sections. They are counted from 0.
 */
export const WIZARD_STEP_COUNT = 4

/**
 * Returns true if the answer of a wizard step (0 to 3) is valid, so that the user may continue with Next or Save (rule
 * NP2).
 */
export function isWizardStepValid(type: WholeOrSections, step: number, draft: PieceDraft): boolean {
  if (step === 0) return pieceNameFault(draft.name) === null
  if (step === 1) return true
  if (step === 2) return parseTypedTempo(draft.endTempo) !== null
  if (type === 'whole') return parseTypedTempo(draft.currentTempo) !== null
  // A section that is typed but not added would be lost silently.
  return draft.sections.length > 0 && !hasSectionInput(draft.entry)
}

/**
 * Returns the step of the new-piece wizard to show if the URL requests the step `wanted`: the first step before it with
 * a missing or invalid answer, or `wanted` if there is no such step. Steps are counted from 0 (rule NP4).
 */
export function reachableWizardStep(type: WholeOrSections, wanted: number, draft: PieceDraft): number {
  for (let step = 0; step < wanted; step++) if (!isWizardStepValid(type, step, draft)) return step
  return wanted
}

/**
 * Returns the change to store (intention) that adds the piece described in the wizard. Returns null while an answer is
 * missing or invalid (rule NP5).
 *
 * @param partId id of the only part, if the piece is practiced as a whole
 */
export function wizardPieceIntention(
  type: WholeOrSections,
  draft: PieceDraft,
  partId: PartId,
): Extract<Intention, { kind: 'piece.create' }> | null {
  const endTempo = parseTypedTempo(draft.endTempo)
  const currentTempo = parseTypedTempo(draft.currentTempo)
  if (endTempo === null || reachableWizardStep(type, WIZARD_STEP_COUNT, draft) !== WIZARD_STEP_COUNT)
    return null
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
