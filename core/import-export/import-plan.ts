import type { PastIntention } from '#core/library/change.ts'
import { pieceNameFault } from '#core/library/piece.ts'

export type ImportCounts = { readonly pieces: number; readonly sections: number; readonly practice: number }

/**
 * One change of an import plan. If `joined` is true, the change must be stored in the same transaction as the previous
 * one.
 */
export type ImportStep = PastIntention & { readonly joined: boolean }

/**
 * The plan of an import: the changes to make (`steps`), and the summary that is shown before the import starts (rule
 * EX9).
 */
export type ImportPlan = {
  /** The changes in order. Each is valid after the previous ones. */
  readonly steps: readonly ImportStep[]
  readonly added: ImportCounts
  /** The number of added pieces that the user had deleted before. */
  readonly returning: number
  readonly known: ImportCounts
  /** The additions that the user's plan does not allow. */
  readonly refused: ImportCounts
  /** The names of all added and all refused pieces. */
  readonly names: { readonly added: readonly string[]; readonly refused: readonly string[] }
  readonly faults: readonly ImportEntryFault[]
}

export const createEmptyImportReport = (faults: readonly ImportEntryFault[]) => ({
  added: { pieces: 0, sections: 0, practice: 0 },
  returning: 0,
  known: { pieces: 0, sections: 0, practice: 0 },
  refused: { pieces: 0, sections: 0, practice: 0 },
  names: { added: [] as string[], refused: [] as string[] },
  faults: [...faults],
})

/**
 * Splits the steps of an import into batches of `most` steps each. A batch is longer if joined steps would be separated
 * otherwise, and the last batch may be shorter. An interrupted import therefore stores only complete pieces and can be
 * repeated (rule EX9).
 */
export function splitImportIntoBatches(
  steps: readonly ImportStep[],
  most: number,
): readonly (readonly ImportStep[])[] {
  const lots: ImportStep[][] = []
  for (const step of steps) {
    const lot = lots.at(-1)
    if (lot === undefined || (lot.length >= most && !step.joined)) lots.push([step])
    else lot.push(step)
  }
  return lots
}

/** The reason why a whole file cannot be imported, for example that it comes from another program (rule EX7). */
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

/** The reason why an import skips a single entry of a file (rule EX7). */
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
/** Maximum lengths of the lists in a JSON export. No account can store more rows (rule LS24). */
export const MAX_ENTRIES = { pieces: 20_000, parts: 20_000, practice: 200_000 } as const
/** Replacement character, which decoders put in place of bytes that are invalid in the file's encoding. */
export const UNREADABLE_LETTER = '\uFFFD'
