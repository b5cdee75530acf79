import { pieceNameFault } from '#core/library/piece.ts'

/** The reason why a whole file cannot be imported, for example that it comes from another program (rule EX8). */
export type ImportFileFault =
  | 'empty'
  | 'too-large'
  | 'too-many-lines'
  | 'too-many-columns'
  | 'too-many-entries'
  | 'spreadsheet'
  | 'unreadable'
  | 'other-program'
  | 'newer-version'
  | 'no-names'
  | 'nothing-in-it'

/** The reason why an import skips a single entry of a file (rule EX8). */
export type ImportEntryFaultCode =
  | 'unreadable'
  | 'quote-open'
  | 'letters'
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
  | 'too-many-sections'
  | 'whole-piece'
  | 'piece-left-out'
  | 'piece-unknown'
  | 'section-unknown'

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
/** Maximum number of sections of one piece to import, because planning takes quadratic time in them. */
export const MAX_SECTIONS_OF_IMPORTED_PIECE = 1000
/** Maximum lengths of the lists of a JSON export. An account has no longer ones (rule LS24). */
export const MAX_ENTRIES = { pieces: 20_000, parts: 20_000, practice: 200_000 } as const
/** Stands for bytes that are no letter in the encoding of the file. */
export const UNREADABLE_LETTER = '\uFFFD'
