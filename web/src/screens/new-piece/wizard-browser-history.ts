import { parsePieceId, type PieceId } from '#core/library/piece.ts'
import { readPersistedFields } from '#web/kit/parse-persisted.ts'

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
