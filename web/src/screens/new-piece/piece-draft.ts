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
import { parseGoalBpm, type Bpm } from '#core/music/tempo.ts'
import { importanceSchema } from '#web/kit/music/urgency-field.tsx'
import {
  BLANK_SECTION_DRAFT,
  isSectionFormInUse,
  partIdSchema,
  storedSectionDraftSchema,
} from '#web/kit/sections/section-form.tsx'
import { PIECE_NAME_FAULT_KEYS } from '#web/kit/fields/name-field.tsx'
import { parseTypedTempo, findTempoFault } from '#web/kit/music/tempo-rules.ts'

export type WholeOrSections = 'whole' | 'sections'

const sectionSchema = z.object({
  id: partIdSchema,
  name: z.string(),
  currentTempo: z.custom<Bpm>(tempo => parseGoalBpm(tempo) !== null),
})

const pieceDraftSchema = z.object({
  id: z.custom<PieceId>(id => parsePieceId(id) !== null),
  name: z.string(),
  importance: importanceSchema,
  endTempo: z.string(),
  currentTempo: z.string(),
  sections: z.array(sectionSchema),
  entry: storedSectionDraftSchema,
})

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

/** Steps 0 to 3 ask for the name, urgency, goal, and the current tempo or the sections (spec 2 and 9). */
export const WIZARD_STEP_COUNT = 4

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

export function findReachableWizardStep(type: WholeOrSections, wanted: number, draft: NewPieceDraft): number {
  for (let step = 0; step < wanted; step++) if (findWizardStepFault(type, step, draft) !== null) return step
  return wanted
}

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

/** Parses a query such as `?as=whole&step=2`. The URL counts steps from 1, the result from 0 (rule NP4). */
export function parseWizardPosition(search: URLSearchParams): WizardPosition {
  const as = search.get('as')
  if (as !== 'whole' && as !== 'sections') return { kind: 'choice' }
  const step = Number(search.get('step') ?? '1') - 1
  const isStep = Number.isInteger(step) && step >= 0 && step < WIZARD_STEP_COUNT
  return { kind: 'step', type: as, step: isStep ? step : 0 }
}

export const formatWizardUrl = (place: WizardPosition): string =>
  place.kind === 'choice' ? '/new' : `/new?as=${place.type}&step=${place.step + 1}`

/** `depth` is how many entries of the wizard precede this one in the browser's history (rule NP4). */
export function parseWizardHistoryState(state: unknown): { piece: PieceId; depth: number } | null {
  const { piece, depth } = (state ?? {}) as { readonly piece?: unknown; readonly depth?: unknown }
  const id = parsePieceId(piece)
  if (id === null || typeof depth !== 'number' || !Number.isInteger(depth) || depth < 0) return null
  return { piece: id, depth }
}

export const unfinishedWizardSchema = z.object({
  type: z.enum(['whole', 'sections']),
  step: z.int().check(z.gte(0), z.lt(WIZARD_STEP_COUNT)),
  draft: pieceDraftSchema,
})
