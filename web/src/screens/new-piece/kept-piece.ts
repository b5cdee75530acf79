import { parseImportance, parsePartId, parsePieceId } from '#core/piece.ts'
import { parseGoal } from '#core/tempo.ts'
import { fieldsIn, parseAll } from '#web/kit/kept-fields.ts'
import { parseSectionEntry } from '#web/kit/section-entry.ts'
import { STEPS, type PieceDraft, type PieceType, type Section } from './piece-draft.ts'

/** A piece that was begun and neither saved nor canceled, and the step it was left at. */
export type BegunPiece = { readonly type: PieceType; readonly step: number; readonly draft: PieceDraft }

/** A begun piece as it was kept, or null where nobody knows its form (rule NP13). */
export function parseBegunPiece(kept: unknown): BegunPiece | null {
  const { type, step, draft } = fieldsIn(kept)
  const parsed = parseDraft(draft)
  if ((type !== 'whole' && type !== 'sections') || parsed === null) return null
  if (typeof step !== 'number' || !Number.isInteger(step) || step < 0 || step >= STEPS) return null
  return { type, step, draft: parsed }
}

function parseDraft(kept: unknown): PieceDraft | null {
  const fields = fieldsIn(kept)
  const { name, endTempo, currentTempo } = fields
  const id = parsePieceId(fields['id'])
  const importance = parseImportance(fields['importance'])
  const sections = parseAll(fields['sections'], parseSection)
  const entry = parseSectionEntry(fields['entry'])
  if (id === null || importance === null || sections === null || entry === null) return null
  if (typeof name !== 'string' || typeof endTempo !== 'string' || typeof currentTempo !== 'string')
    return null
  return { id, name, importance, endTempo, currentTempo, sections, entry }
}

function parseSection(kept: unknown): Section | null {
  const fields = fieldsIn(kept)
  const id = parsePartId(fields['id'])
  const currentTempo = parseGoal(fields['currentTempo'])
  const { name } = fields
  return id === null || currentTempo === null || typeof name !== 'string' ? null : { id, name, currentTempo }
}
