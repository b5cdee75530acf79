import type { ExportedPiece } from './export-format.ts'
import type { ImportedLibrary, NumberedRow } from './read-export.ts'
import { addPieceToImportPlan } from './import-plan-piece.ts'
import { isEntryInLibrary, addImportRowFault, type ImportPlanningState } from './import-planning.ts'
import { doubtfulNames, hasUnreadableLetter } from './doubtful-names.ts'
import { createImportReport, type ImportPlan } from './import-plan.ts'
import { DryRunLibrary } from './dry-run-library.ts'
import type { LibraryWithEntries } from '#core/library/library.ts'
import type { PieceId } from '#core/library/piece.ts'
import type { StripeRoleOrUnknown } from '#core/plan/plan.ts'

/**
 * Plans the import of an export file as a list of changes. Adds missing pieces, sections and practice entries with
 * their original ids and times, and brings back those that were deleted (rules EX9, EX10). Leaves
 * existing rows unchanged. Never throws.
 */
export function planLibraryImport(
  file: ImportedLibrary,
  library: LibraryWithEntries,
  role: StripeRoleOrUnknown,
): ImportPlan {
  const dryRun = new DryRunLibrary(library, role)
  const report = createImportReport(file.faults)
  const planning: ImportPlanningState = { dryRun, library, report }
  const parts = Map.groupBy(file.parts, ({ row }) => row.pieceId)
  const practice = Map.groupBy(file.practice, ({ row }) => row.pieceId)
  for (const piece of file.pieces.toSorted(compareImportOrder)) {
    const id = piece.row.id as PieceId
    addPieceToImportPlan(planning, piece, parts.get(id) ?? [], practice.get(id) ?? [])
    parts.delete(id)
    practice.delete(id)
  }
  for (const part of [...parts.values()].flat()) addImportRowFault(planning, 'parts', part, 'piece-unknown')
  // Entries of a piece that was deleted so long ago that its name is lost.
  for (const entry of [...practice.values()].flat())
    if (isEntryInLibrary(planning, entry.row)) report.known.practice += 1
    else addImportRowFault(planning, 'practice', entry, 'piece-unknown')
  return { ...report, steps: dryRun.steps, doubtful: doubtfulNames(dryRun.steps, hasUnreadableLetter) }
}

/** Orders deleted pieces first, because they count against the plan's limit only until their deletion. */
function compareImportOrder(a: NumberedRow<ExportedPiece>, b: NumberedRow<ExportedPiece>): number {
  const turn = ({ row }: NumberedRow<ExportedPiece>) => (row.deletedAt === null ? 1 : 0)
  return turn(a) - turn(b) || a.row.createdAt - b.row.createdAt || a.number - b.number
}
