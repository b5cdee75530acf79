import type { ExportedPiece } from './export-format.ts'
import type { ImportedLibrary, Placed } from './import-export.ts'
import { planPiece } from './import-plan-piece.ts'
import { isHere, tell, type Planning } from './import-planning.ts'
import { newReport, type ImportPlan } from './import-plan.ts'
import { TrialLibrary } from './import-trial.ts'
import type { Library } from './library.ts'
import type { KnownRole } from './plan.ts'

/**
 * What an export would add to a library: pieces, sections and practice entries that are not there, under their own
 * ids and at their own times, each one an ordinary change (rules EX9, EX10). What is there is not touched. Never
 * throws.
 *
 * @param userId who imports
 */
export function planOfLibrary(
  file: ImportedLibrary,
  library: Library,
  role: KnownRole,
  userId: string,
): ImportPlan {
  const trial = new TrialLibrary(library, role)
  const report = newReport()
  report.faults.push(...file.faults)
  const planning: Planning = { trial, library, isOwn: file.userId === userId, report }
  const parts = Map.groupBy(file.parts, ({ row }) => row.pieceId)
  const practice = Map.groupBy(file.practice, ({ row }) => row.pieceId)
  for (const piece of file.pieces.toSorted(byTurn)) {
    const { id } = piece.row
    planPiece(planning, piece, parts.get(id) ?? [], practice.get(id) ?? [])
    parts.delete(id)
    practice.delete(id)
  }
  for (const part of [...parts.values()].flat()) tell(planning, 'parts', part, 'piece-unknown')
  // Of a piece that was deleted so long ago that nobody knows its name any more.
  for (const entry of [...practice.values()].flat())
    if (isHere(planning, entry.row)) report.known.practice += 1
    else tell(planning, 'practice', entry, 'piece-unknown')
  return { ...report, steps: trial.steps }
}

/** Those that were deleted come first: they need their place among the pieces of the plan only for a moment. */
function byTurn(a: Placed<ExportedPiece>, b: Placed<ExportedPiece>): number {
  const turn = ({ row }: Placed<ExportedPiece>) => (row.deletedAt === null ? 1 : 0)
  return turn(a) - turn(b) || a.row.createdAt - b.row.createdAt || a.number - b.number
}
