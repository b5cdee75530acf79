import type { ExportedPart, ExportedPiece, ExportedPractice } from './export-format.ts'
import type { Placed } from './import-export.ts'
import { partIdHere } from './import-id-here.ts'
import type { Planning, WantedPart } from './import-planning.ts'
import type { PieceId } from './piece.ts'

/** The sections that live, and those with entries that are not here; first the one that the piece is made with. */
export function wantedParts(
  planning: Planning,
  pieceId: PieceId,
  piece: ExportedPiece,
  parts: readonly Placed<ExportedPart>[],
  missing: readonly Placed<ExportedPractice>[],
): WantedPart[] {
  const byPart = Map.groupBy(missing, ({ row }) => row.partId)
  const all = parts.map(placed => ({
    placed,
    id: partIdHere(planning, pieceId, placed.row),
    isSection: piece.deletedAt === null && placed.row.deletedAt === null && placed.row.name !== null,
    missing: byPart.get(placed.row.id) ?? [],
  }))
  const wanted = all.filter(({ placed, missing }) => placed.row.deletedAt === null || missing.length > 0)
  const isAsOld = ({ placed }: WantedPart) => placed.row.createdAt === piece.createdAt
  // Sections can be younger than their piece; then it is made with one that was deleted since.
  const first = wanted.some(isAsOld) ? undefined : all.find(isAsOld)
  // A piece is made with its nameless part, or with a section that is deleted again, before the living ones.
  const turn = ({ placed: { row } }: WantedPart) => (row.name === null ? 0 : row.deletedAt !== null ? 1 : 2)
  return [
    ...(first === undefined || piece.deletedAt !== null ? [] : [first]),
    ...wanted,
    ...(wanted.length === 0 ? all.slice(0, 1) : []),
  ].toSorted(
    (a, b) =>
      turn(a) - turn(b) || a.placed.row.position - b.placed.row.position || a.placed.number - b.placed.number,
  )
}
