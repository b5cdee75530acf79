import { parseImportance, parsePartId, parsePieceId } from '#core/library/piece.ts'
import { parseGoalTempo } from '#core/music/tempo.ts'
import { readPersistedFields, parsePersistedList } from '#web/kit/parse-persisted.ts'
import { parseSectionDraft } from '#web/kit/sections/section-draft.ts'
import { WIZARD_STEP_COUNT, type PieceDraft, type WholeOrSections, type DraftSection } from './piece-draft.ts'

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
