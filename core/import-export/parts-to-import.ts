import type { ExportedPart, ExportedPiece, ExportedPractice } from './export-format.ts'
import type { NumberedRow } from './read-export.ts'
import type { ImportPlanningState, MatchedImportPart } from './import-planning.ts'
import type { PartId, PieceId } from '#core/library/piece.ts'

/**
 * Returns the sections of a piece that an import needs, in the order in which to create those that the library lacks.
 * These are the sections that are not deleted, and deleted ones with practice entries that the library lacks. If there
 * are none, or if all of them are younger than a new piece, also includes another deleted section with which the piece
 * can be created.
 */
export function partsToImport(
  planning: ImportPlanningState,
  pieceId: PieceId,
  piece: ExportedPiece,
  parts: readonly NumberedRow<ExportedPart>[],
  missing: readonly NumberedRow<ExportedPractice>[],
): MatchedImportPart[] {
  const byPart = Map.groupBy(missing, ({ row }) => row.partId)
  const all = parts.map(placed => ({
    placed,
    id: placed.row.id as PartId,
    isSection: piece.deletedAt === null && placed.row.deletedAt === null && placed.row.name !== null,
    missing: byPart.get(placed.row.id as PartId) ?? [],
  }))
  const wanted = all.filter(({ placed, missing }) => placed.row.deletedAt === null || missing.length > 0)
  const isAsOld = ({ placed }: MatchedImportPart) => placed.row.createdAt === piece.createdAt
  const isMadeHere = piece.deletedAt === null && !planning.library.pieces.has(pieceId)
  // All sections may be younger than their piece. Then it is created with one that was deleted since.
  const first = isMadeHere && !wanted.some(isAsOld) ? all.find(isAsOld) : undefined
  // A piece is created with its nameless part, or with a section that is then deleted, before those that stay.
  const turn = ({ placed: { row } }: MatchedImportPart) =>
    row.name === null ? 0 : row.deletedAt !== null ? 1 : 2
  return [
    ...(first === undefined ? [] : [first]),
    ...wanted,
    ...(wanted.length === 0 ? all.slice(0, 1) : []),
  ].toSorted(
    (a, b) =>
      turn(a) - turn(b) ||
      // One that was moved behind younger ones still makes the piece; afterwards it gets its place.
      Number(isAsOld(b)) - Number(isAsOld(a)) ||
      a.placed.row.position - b.placed.row.position ||
      a.placed.number - b.placed.number,
  )
}
