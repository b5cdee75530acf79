import * as z from 'zod/mini'
import type { Intention } from '#core/library/change.ts'
import {
  DEFAULT_IMPORTANCE,
  pieceNameFault,
  normalizeName,
  parsePieceId,
  type PartId,
  type PieceId,
} from '#core/library/piece.ts'
import { parseGoalTempo, type Bpm } from '#core/music/tempo.ts'
import { importanceSchema } from '#web/kit/music/urgency-field.tsx'
import {
  BLANK_SECTION_DRAFT,
  hasSectionInput,
  partIdSchema,
  sectionDraftSchema,
} from '#web/kit/sections/section-form.tsx'
import { parseTypedTempo } from '#web/kit/music/tempo-rules.ts'

export type WholeOrSections = 'whole' | 'sections'

const sectionSchema = z.object({
  id: partIdSchema,
  name: z.string(),
  currentTempo: z.custom<Bpm>(tempo => parseGoalTempo(tempo) !== null),
})

export type DraftSection = z.infer<typeof sectionSchema>

const pieceDraftSchema = z.object({
  /**
   * The id that the piece will have. If the library contains a piece with this id, the draft has already been saved.
   */
  id: z.custom<PieceId>(id => parsePieceId(id) !== null),
  name: z.string(),
  importance: importanceSchema,
  endTempo: z.string(),
  currentTempo: z.string(),
  sections: z.array(sectionSchema),
  entry: sectionDraftSchema,
})

/**
 * The answers that the user has given in the new-piece wizard. They are kept when the user goes back and chooses
 * sections instead of a whole piece, or the other way round.
 */
export type PieceDraft = z.infer<typeof pieceDraftSchema>

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

/** A position in the new-piece wizard: the choice of the piece type, or one of the steps 0 to 3. */
export type WizardPosition = { kind: 'choice' } | { kind: 'step'; type: WholeOrSections; step: number }

/**
 * Parses the query of the URL of the new-piece wizard, such as `?as=whole&step=2`, where `as` is the piece type. If the
 * type is missing or invalid, returns the position 'choice', at which the user chooses it. If the step is missing or
 * invalid, returns the first step (rule NP4).
 */
export function parseWizardPosition(search: URLSearchParams): WizardPosition {
  const as = search.get('as')
  if (as !== 'whole' && as !== 'sections') return { kind: 'choice' }
  const step = Number(search.get('step') ?? '1') - 1
  return Number.isInteger(step) && step >= 0 && step < WIZARD_STEP_COUNT
    ? { kind: 'step', type: as, step }
    : { kind: 'step', type: as, step: 0 }
}

/** Returns the URL of a position in the new-piece wizard. The URL counts steps from 1, as the screen does. */
export const wizardUrl = (place: WizardPosition): string =>
  place.kind === 'choice' ? '/new' : `/new?as=${place.type}&step=${place.step + 1}`

/**
 * State of an entry that the new-piece wizard adds to the browser's history: the id of the new piece, and the number of
 * earlier entries of the same wizard. After saving, the app uses this number to go back past all entries of the wizard
 * (rule NP4).
 */
export type WizardHistoryState = { readonly piece: PieceId; readonly depth: number }

/** Parses the state of a history entry. Returns null if the entry does not belong to the new-piece wizard. */
export function parseWizardHistoryState(state: unknown): WizardHistoryState | null {
  const { piece, depth } = (state ?? {}) as { readonly piece?: unknown; readonly depth?: unknown }
  const id = parsePieceId(piece)
  if (id === null || typeof depth !== 'number' || !Number.isInteger(depth) || depth < 0) return null
  return { piece: id, depth }
}

/**
 * Schema of the persisted input of a new-piece wizard that the user has neither saved nor canceled, with the step (0 to
 * 3) at which the user left (rule ST16).
 */
export const wizardDraftSchema = z.object({
  type: z.enum(['whole', 'sections']),
  step: z.int().check(z.gte(0), z.lt(WIZARD_STEP_COUNT)),
  draft: pieceDraftSchema,
})
export type WizardDraft = z.infer<typeof wizardDraftSchema>
