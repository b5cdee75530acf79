import type { Library } from '#core/library/library.ts'
import type { PartId, PieceId, Practice, PracticeEntryId } from '#core/library/piece.ts'
import type { RejectedRow } from '#web/store/local-database.ts'

/**
 * Functions that return the names of pieces and parts by id, or null for an unknown id. They also know new pieces and
 * parts whose creation was rejected.
 */
export type PieceAndPartNames = {
  piece(id: PieceId): string | null
  /** Returns the name of the piece, followed by the name of the part if it has one: "Gigue (coda)". */
  part(id: PartId): string | null
  /** Returns the same text as `part` for the part of a practice entry. */
  practiced(id: PracticeEntryId): string | null
}

/**
 * Returns functions that look up the names of pieces and parts in a library. Names that the library lacks are taken
 * from the rejected changes `parked`, which may contain new pieces and parts.
 *
 * @param entries practice entries that the rejected changes refer to and the library may lack
 */
export function collectPieceAndPartNames(
  library: Library,
  parked: readonly RejectedRow[],
  entries: readonly Practice[] = [],
): PieceAndPartNames {
  const pieces = new Map<string, string>()
  const parts = new Map<string, { pieceId: PieceId; name: string | null }>()
  const practiced = new Map<PracticeEntryId, PartId>(entries.map(({ id, partId }) => [id, partId]))
  for (const { change } of parked) {
    const { kind, args } = change
    if (kind === 'piece.create') {
      pieces.set(args.id, args.name)
      for (const part of args.parts) parts.set(part.id, { pieceId: args.id, name: part.name })
    }
    if (kind === 'part.add') parts.set(args.id, args)
    if (kind === 'practice.add') practiced.set(args.id, args.partId)
  }
  const piece = (id: PieceId) => library.pieces.get(id)?.name ?? pieces.get(id) ?? null
  const part = (id: PartId) => {
    const known = library.parts.get(id) ?? parts.get(id)
    const of = known && piece(known.pieceId)
    if (!known || !of) return null
    return known.name === null ? of : `${of} (${known.name})`
  }
  return {
    piece,
    part,
    practiced(id) {
      const partId = library.practice.get(id)?.partId ?? practiced.get(id)
      return partId === undefined ? null : part(partId)
    },
  }
}
