import { pieceNameFault } from '#core/library/piece.ts'

/** The reason why a whole file cannot be imported, for example that it comes from another program (rule EX8). */
export type ImportFileFault =
  | 'empty'
  | 'too-large'
  | 'too-many-lines'
  | 'unreadable'
  | 'other-program'
  | 'newer-version'
  | 'no-names'
  | 'nothing-in-it'

/** The reason why an import skips a single entry of a file (rule EX8). */
export type ImportEntryFaultCode =
  | 'unreadable'
  | 'name-missing'
  | 'name-too-short'
  | 'name-too-long'
  | 'section-missing'
  | 'section-too-long'
  | 'goal'
  | 'goal-differs'
  | 'tempo'
  | 'urgency'
  | 'performance'
  | 'on-hold'
  | 'twice'
  | 'whole-piece'
  | 'piece-unknown'

/**
 * A fault of one entry of an import file, with the line of a CSV table or the position in a list of a JSON export.
 * Lines and positions count from 1.
 */
export type ImportEntryFault = {
  readonly where:
    | { readonly kind: 'line'; readonly line: number }
    | { readonly kind: 'entry'; readonly list: 'pieces' | 'parts' | 'practice'; readonly number: number }
  readonly code: ImportEntryFaultCode
  /** Text that helps the user to find the entry, such as its name or the invalid value; may be empty. */
  readonly found: string
}

/** Validates the name of a piece to import. Returns the fault to report, or null if the name is valid. */
export function importedPieceNameFault(name: string): ImportEntryFaultCode | null {
  const fault = pieceNameFault(name)
  return fault === null ? null : fault === 'required' ? 'name-missing' : `name-${fault}`
}

/** Maximum size of a file to import: 32 MB, enough for more than fifty years of practice. */
export const MAX_IMPORT_BYTES = 32 * 1024 * 1024
/**
 * Maximum number of lines of an imported list of pieces. Chosen so that even a phone can parse the whole list in one
 * go.
 */
export const MAX_PIECE_LIST_LINES = 5000
