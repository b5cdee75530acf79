import { parsePieceId, type PieceId } from '#core/library/piece.ts'
import { persistedFields } from '#web/kit/parse-persisted.ts'

/**
 * State of a history entry of the wizard: the piece being added, and the number of entries of the same wizard below it,
 * so that saving can go back over all of them (rule NP15).
 */
export type WizardHistoryState = { readonly piece: PieceId; readonly depth: number }

/** Parses the state of a history entry; null if the address was opened directly. */
export function parseWizardEntry(state: unknown): WizardHistoryState | null {
  const { piece, depth } = persistedFields(state)
  const id = parsePieceId(piece)
  if (id === null || typeof depth !== 'number' || !Number.isInteger(depth) || depth < 0) return null
  return { piece: id, depth }
}
