import type { Timestamp } from '#core/library/day.ts'
import type { ExportedPart, ExportedPiece } from './export-format.ts'
import type { ImportPlanningState } from './import-planning.ts'
import { PART_ID_LENGTH, type PartId, type PieceId } from '#core/library/piece.ts'

/**
 * Returns the id under which a piece of an export file is imported. This is usually the piece's own id. If the user has
 * deleted the piece but the file contains it as not deleted, returns a new id derived from its own, because deleted ids
 * cannot be reused.
 *
 * A device that was set up after the deletion does not know of the deletion. It therefore treats a piece that it lacks
 * as deleted if the user exported the file, or if the library has practice entries of the piece.
 */
export function importedPieceId(
  { library, dryRun, isOwn }: ImportPlanningState,
  row: ExportedPiece,
): PieceId {
  const id = row.id as PieceId
  const here = library.pieces.get(id)
  if (here !== undefined && (here.deletedAt === null || row.deletedAt !== null)) return id
  if (here === undefined && !isOwn && !dryRun.wasPracticed(id)) return id
  return firstNotDeleted(library.pieces, time => derivedPieceId(id, time))
}

/**
 * Returns the id under which a section of an export file is imported into the piece `pieceId`. This is the section's
 * own id if it is still usable in that piece. Otherwise, returns a new id derived from it, for example if the section
 * was deleted, or if its piece was deleted and is imported under a new id.
 */
export function importedPartId(
  { library, isOwn }: ImportPlanningState,
  pieceId: PieceId,
  part: ExportedPart,
): PartId {
  const id = part.id as PartId
  const known = library.parts.get(id)
  if (known?.pieceId === pieceId && (known.deletedAt === null || part.deletedAt !== null)) return id
  const isFree = known === undefined && !(isOwn && library.pieces.has(pieceId))
  if (isFree && pieceId === part.pieceId) return id
  return firstNotDeleted(library.parts, time => derivedPartId(`${id}${pieceId}`, time))
}

/** A restored row may have been deleted again. Then it gets the next derived id. */
function firstNotDeleted<Id>(
  rows: ReadonlyMap<Id, { readonly deletedAt: Timestamp | null }>,
  idOf: (time: number) => Id,
): Id {
  for (let time = 1; ; time += 1) {
    const id = idOf(time)
    if (typeof rows.get(id)?.deletedAt !== 'number') return id
  }
}

/**
 * Returns the id for the n-th restoration of a deleted row. It is the same on every device and for every attempt, so
 * that nothing is restored twice (rule EX10). The old id cannot be reused because a deletion wins over every other
 * change.
 */
function derivedPieceId(id: string, time: number): PieceId {
  const hex = hash128(`${id}:${time}`)
    .map(word => word.toString(16).padStart(8, '0'))
    .join('')
  // RFC 9562: version 8 is for custom ids.
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-8$3-a$4-$5') as PieceId
}

/** Returns the id for the n-th restoration of a section. */
function derivedPartId(id: string, time: number): PartId {
  const words = [...hash128(`${id}:${time}`), ...hash128(`${time}:${id}`)]
  return Array.from({ length: PART_ID_LENGTH }, (_, place) => {
    const word = words[place % words.length] ?? 0
    return ALPHABET[(word >>> (6 * Math.floor(place / words.length))) & 63]
  }).join('') as PartId
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-'

/** Returns a 128-bit hash of the text as four words (FNV-1a with a final mix). Not cryptographic. */
function hash128(text: string): number[] {
  return [0x811c9dc5, 0x01000193, 0x9e3779b9, 0x85ebca6b].map(seed => {
    let word = seed
    for (const sign of text) word = Math.imul(word ^ (sign.codePointAt(0) ?? 0), 0x01000193)
    word = Math.imul(word ^ (word >>> 16), 0x45d9f3b)
    word = Math.imul(word ^ (word >>> 15), 0x2c1b3c6d)
    return (word ^ (word >>> 16)) >>> 0
  })
}
