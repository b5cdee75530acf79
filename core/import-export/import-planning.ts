import type { ExportedPart, ExportedPiece, ExportedPractice } from './export-format.ts'
import type { NumberedRow } from './read-export.ts'
import type { ImportEntryFaultCode } from './import-fault.ts'
import type { createImportReport } from './import-plan.ts'
import type { DryRunLibrary } from './dry-run-library.ts'
import type { LibraryWithEntries } from '#core/library/library.ts'
import type { PartId, PracticeEntryId } from '#core/library/piece.ts'

/**
 * The state that all functions planning an import share: the library before the import, the dry run (a copy in which
 * the changes are tried), and the report.
 */
export type ImportPlanningState = {
  readonly dryRun: DryRunLibrary
  readonly library: LibraryWithEntries
  readonly report: ReturnType<typeof createImportReport>
}

/**
 * A section of an import file (`placed`), matched with the user's library. `id` is its id, in the library as in
 * the file, and `missing` contains those of its practice entries that the library does not have yet.
 */
export type MatchedImportPart = {
  readonly placed: NumberedRow<ExportedPart>
  readonly id: PartId
  /**
   * True if the app shows this part as a section. Deleted parts and the nameless part of a whole piece are not shown.
   */
  readonly isSection: boolean
  readonly missing: readonly NumberedRow<ExportedPractice>[]
}

/** Returns true if the library contains this practice entry, in any piece. */
export const isEntryInLibrary = ({ library }: ImportPlanningState, entry: ExportedPractice) =>
  library.practice.has(entry.id as PracticeEntryId)

/** Adds a fault of one row of the file to the report. */
export function addImportRowFault(
  { report }: ImportPlanningState,
  list: 'pieces' | 'parts' | 'practice',
  { row, number }: NumberedRow<ExportedPiece | ExportedPart | ExportedPractice>,
  code: ImportEntryFaultCode,
): void {
  const found = 'name' in row ? (row.name ?? '') : ''
  report.faults.push({ where: { kind: 'entry', list, number }, code, found })
}

/**
 * Returns the time of last practice, in milliseconds, with which an import creates a part. If the import also adds
 * practice entries to the part, returns the part's creation time, because each added entry then sets the time of last
 * practice. Otherwise, returns the file's `lastPracticed`, or the creation time if that is later (rule EX10).
 */
export const initialLastPracticed = ({ placed: { row }, missing }: MatchedImportPart) =>
  missing.length === 0 ? Math.max(row.createdAt, row.lastPracticed ?? 0) : row.createdAt
