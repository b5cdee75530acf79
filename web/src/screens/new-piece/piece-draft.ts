import * as z from 'zod/mini'
import type { Intention } from '#core/library/change.ts'
import {
  DEFAULT_IMPORTANCE,
  findPieceNameFault,
  normalizeName,
  parsePieceId,
  type PartId,
  type PieceId,
} from '#core/library/piece.ts'
import { parseGoalTempo, type Bpm } from '#core/music/tempo.ts'
import { importanceSchema } from '#web/kit/music/urgency-field.tsx'
import {
  BLANK_SECTION_DRAFT,
  isSectionFormInUse,
  partIdSchema,
  sectionDraftSchema,
} from '#web/kit/sections/section-form.tsx'
import { PIECE_NAME_FAULT_KEYS } from '#web/kit/fields/name-field.tsx'
import { parseTypedTempo, findTempoFault } from '#web/kit/music/tempo-rules.ts'

export type WholeOrSections = 'whole' | 'sections'

const sectionSchema = z.object({
  id: partIdSchema,
  name: z.string(),
  currentTempo: z.custom<Bpm>(tempo => parseGoalTempo(tempo) !== null),
})

const pieceDraftSchema = z.object({
  /** The id of the new piece. Once the library contains it, the draft has been saved. */
  id: z.custom<PieceId>(id => parsePieceId(id) !== null),
  name: z.string(),
  importance: importanceSchema,
  endTempo: z.string(),
  currentTempo: z.string(),
  sections: z.array(sectionSchema),
  entry: sectionDraftSchema,
})

/** The answers of the wizard. They stay when the user goes back and chooses sections instead of a whole piece. */
export type NewPieceDraft = z.infer<typeof pieceDraftSchema>

export const createBlankPieceDraft = (id: PieceId): NewPieceDraft => ({
  id,
  name: '',
  importance: DEFAULT_IMPORTANCE,
  endTempo: '',
  currentTempo: '',
  sections: [],
  entry: BLANK_SECTION_DRAFT,
})

export const hasWizardInput = (draft: NewPieceDraft): boolean =>
  draft.name !== '' ||
  draft.importance !== DEFAULT_IMPORTANCE ||
  draft.endTempo !== '' ||
  draft.currentTempo !== '' ||
  draft.sections.length > 0 ||
  isSectionFormInUse(draft.entry)

/** Steps 0 to 3: name, urgency, goal, and the current tempo or sections (spec 2 and 9). */
export const WIZARD_STEP_COUNT = 4

/** Returns the end of the translation key for a step's missing or invalid input, or null (rule NP2). */
export function findWizardStepFault(type: WholeOrSections, step: number, draft: NewPieceDraft) {
  if (step === 0) {
    const fault = findPieceNameFault(draft.name)
    return fault && PIECE_NAME_FAULT_KEYS[fault]
  }
  if (step === 1) return null
  if (step === 2) return findTempoFault(draft.endTempo)
  if (type === 'whole') return findTempoFault(draft.currentTempo)
  if (draft.sections.length === 0) return 'none'
  // A section that is typed but not added would be lost silently.
  return isSectionFormInUse(draft.entry) ? 'pending' : null
}

/** Returns the first step before `wanted` that has a fault, or `wanted` if there is none (rule NP4). */
export function findReachableWizardStep(type: WholeOrSections, wanted: number, draft: NewPieceDraft): number {
  for (let step = 0; step < wanted; step++) if (findWizardStepFault(type, step, draft) !== null) return step
  return wanted
}

/** Returns null while an answer is missing or invalid (rule NP5). Only a whole piece uses `partId`. */
export function createWizardPieceIntention(
  type: WholeOrSections,
  draft: NewPieceDraft,
  partId: PartId,
): Extract<Intention, { kind: 'piece.create' }> | null {
  const endTempo = parseTypedTempo(draft.endTempo)
  const currentTempo = parseTypedTempo(draft.currentTempo)
  if (endTempo === null || findReachableWizardStep(type, WIZARD_STEP_COUNT, draft) !== WIZARD_STEP_COUNT)
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

export type WizardPosition = { kind: 'choice' } | { kind: 'step'; type: WholeOrSections; step: number }

/** Parses a query such as `?as=whole&step=2`. An invalid type leads to the choice, an invalid step to the first (NP4). */
export function parseWizardPosition(search: URLSearchParams): WizardPosition {
  const as = search.get('as')
  if (as !== 'whole' && as !== 'sections') return { kind: 'choice' }
  const step = Number(search.get('step') ?? '1') - 1
  const isStep = Number.isInteger(step) && step >= 0 && step < WIZARD_STEP_COUNT
  return { kind: 'step', type: as, step: isStep ? step : 0 }
}

export const formatWizardUrl = (place: WizardPosition): string =>
  place.kind === 'choice' ? '/new' : `/new?as=${place.type}&step=${place.step + 1}`

/** Returns the new piece's id, and how many wizard entries are below this one in the browser's history (NP4). */
export function parseWizardHistoryState(state: unknown): { piece: PieceId; depth: number } | null {
  const { piece, depth } = (state ?? {}) as { readonly piece?: unknown; readonly depth?: unknown }
  const id = parsePieceId(piece)
  if (id === null || typeof depth !== 'number' || !Number.isInteger(depth) || depth < 0) return null
  return { piece: id, depth }
}

/** A draft that was neither saved nor canceled, and the step at which the user left (rule ST16). */
export const unfinishedWizardSchema = z.object({
  type: z.enum(['whole', 'sections']),
  step: z.int().check(z.gte(0), z.lt(WIZARD_STEP_COUNT)),
  draft: pieceDraftSchema,
})
