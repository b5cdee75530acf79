import { parsePieceId, parseImportance, parsePartId, type PieceId } from '#core/library/piece.ts'
import { readPersistedFields, parsePersistedList } from '#web/kit/parse-persisted.ts'
import { parseGoalTempo } from '#core/music/tempo.ts'
import { parseSectionDraft } from '#web/kit/sections/section-form.tsx'
import { WIZARD_STEP_COUNT, type WholeOrSections, type PieceDraft, type DraftSection } from './piece-draft.ts'

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
  const { piece, depth } = readPersistedFields(state)
  const id = parsePieceId(piece)
  if (id === null || typeof depth !== 'number' || !Number.isInteger(depth) || depth < 0) return null
  return { piece: id, depth }
}

/**
 * The input of a new-piece wizard that the user has neither saved nor canceled, with the step (0 to 3) at which the
 * user left.
 */
export type WizardDraft = {
  readonly type: WholeOrSections
  readonly step: number
  readonly draft: PieceDraft
}

/**
 * Parses the persisted input of the new-piece wizard and the step at which the user left. Returns null if any of it is
 * invalid (rule ST16).
 */
export function parseWizardDraft(kept: unknown): WizardDraft | null {
  const { type, step, draft } = readPersistedFields(kept)
  const parsed = parseDraft(draft)
  if ((type !== 'whole' && type !== 'sections') || parsed === null) return null
  if (typeof step !== 'number' || !Number.isInteger(step) || step < 0 || step >= WIZARD_STEP_COUNT)
    return null
  return { type, step, draft: parsed }
}

function parseDraft(kept: unknown): PieceDraft | null {
  const fields = readPersistedFields(kept)
  const { name, endTempo, currentTempo } = fields
  const id = parsePieceId(fields['id'])
  const importance = parseImportance(fields['importance'])
  const sections = parsePersistedList(fields['sections'], parseSection)
  const entry = parseSectionDraft(fields['entry'])
  if (id === null || importance === null || sections === null || entry === null) return null
  if (typeof name !== 'string' || typeof endTempo !== 'string' || typeof currentTempo !== 'string')
    return null
  return { id, name, importance, endTempo, currentTempo, sections, entry }
}

function parseSection(kept: unknown): DraftSection | null {
  const fields = readPersistedFields(kept)
  const id = parsePartId(fields['id'])
  const currentTempo = parseGoalTempo(fields['currentTempo'])
  const { name } = fields
  return id === null || currentTempo === null || typeof name !== 'string' ? null : { id, name, currentTempo }
}
