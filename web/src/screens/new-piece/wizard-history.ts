import { parsePieceId, type PieceId } from '#core/piece.ts'
import { fieldsIn } from '#web/kit/kept-fields.ts'

/**
 * What an entry of the browser's history knows of its wizard: the piece that is being added, and how many entries of
 * the same wizard lie below it, so that saving can take all of them back at once (rule NP15).
 */
export type WizardEntry = { readonly piece: PieceId; readonly depth: number }

/** The entry of a location, or null where the wizard was not walked to but its address opened. */
export function wizardEntry(state: unknown): WizardEntry | null {
  const { piece, depth } = fieldsIn(state)
  const id = parsePieceId(piece)
  if (id === null || typeof depth !== 'number' || !Number.isInteger(depth) || depth < 0) return null
  return { piece: id, depth }
}
