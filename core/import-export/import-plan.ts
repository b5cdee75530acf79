import type { IntentionWithOriginalTime } from '#core/library/change.ts'
import { findPieceNameFault } from '#core/library/piece.ts'

/** If `joined` is true, the change must be stored in the same transaction as the previous one. */
export type ImportStep = IntentionWithOriginalTime & { readonly joined: boolean }

export type ImportPlan = ReturnType<typeof createImportReportWithFaults> & {
  readonly steps: readonly ImportStep[]
}

export type ImportCounts = Readonly<ImportPlan['added']>

export const createImportReportWithFaults = (faults: readonly ImportRowFault[]) => ({
  added: { pieces: 0, sections: 0, practice: 0 },
  /** How many of the added pieces are restored, because the library has them as deleted ones. */
  returning: 0,
  known: { pieces: 0, sections: 0, practice: 0 },
  refused: { pieces: 0, sections: 0, practice: 0 },
  names: { added: [] as string[], refused: [] as string[] },
  faults: [...faults],
})

/** A batch has at most `most` steps, or more where steps must be stored in one transaction. */
export function splitImportIntoBatches(
  steps: readonly ImportStep[],
  most: number,
): readonly (readonly ImportStep[])[] {
  const batches: ImportStep[][] = []
  for (const step of steps) {
    const batch = batches.at(-1)
    if (batch === undefined || (batch.length >= most && !step.joined)) batches.push([step])
    else batch.push(step)
  }
  return batches
}

export type FileFaultCode =
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

export type ImportRowFaultCode =
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

/** Lines and entries are numbered from 1. */
export type ImportRowFault = {
  readonly where:
    | { readonly kind: 'line'; readonly line: number }
    | { readonly kind: 'entry'; readonly list: 'pieces' | 'parts' | 'practice'; readonly number: number }
  readonly code: ImportRowFaultCode
  /** A text that helps the user find the row, such as its name or the invalid value; may be empty. */
  readonly found: string
}

export function findImportedPieceNameFault(name: string): ImportRowFaultCode | null {
  const fault = findPieceNameFault(name)
  return fault === null ? null : fault === 'required' ? 'name-missing' : `name-${fault}`
}

export const MAX_IMPORT_BYTES = 32 * 1024 * 1024
export const MAX_PIECE_LIST_LINES = 5000
/** Planning an import takes time quadratic in the number of sections of a piece. */
export const MAX_SECTIONS_OF_IMPORTED_PIECE = 1000
export const MAX_IMPORT_ROWS_BY_TABLE = { pieces: 20_000, parts: 20_000, practice: 200_000 } as const
export const REPLACEMENT_CHAR = '\uFFFD'
