import type { Timestamp } from './day.ts'
import type { ExportedPart, ExportedPiece } from './export-format.ts'
import type { Planning } from './import-planning.ts'
import { PART_ID_LENGTH, type PartId, type PieceId } from './piece.ts'

/**
 * Under which id a piece of the file is here, or comes: its own, unless that was deleted here. A device that began
 * after a deletion has never heard of it; but then the file is the user's own, or there is a history without a piece.
 */
export function pieceIdHere({ library, trial, isOwn }: Planning, row: ExportedPiece): PieceId {
  const id = row.id as PieceId
  const here = library.pieces.get(id)
  if (here !== undefined && (here.deletedAt === null || row.deletedAt !== null)) return id
  if (here === undefined && !isOwn && !trial.wasPracticed(id)) return id
  return firstNotDeleted(library.pieces, time => derivedPieceId(id, time))
}

/** The same for a section. In a piece that comes back all of them get new ids: the old ones belong to the old piece. */
export function partIdHere({ library, isOwn }: Planning, pieceId: PieceId, part: ExportedPart): PartId {
  const id = part.id as PartId
  const known = library.parts.get(id)
  if (known?.pieceId === pieceId && (known.deletedAt === null || part.deletedAt !== null)) return id
  const isFree = known === undefined && !(isOwn && library.pieces.has(pieceId))
  if (isFree && pieceId === part.pieceId) return id
  return firstNotDeleted(library.parts, time => derivedPartId(`${id}${pieceId}`, time))
}

/** What came back may have been deleted again: then it comes back for the next time. */
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
 * The id under which something comes back that was deleted, for the so many-th time: the same on every device and at
 * every attempt, so that nothing comes back twice (rule EX10). The old id cannot be used again, because a deletion
 * wins over everything.
 */
function derivedPieceId(id: string, time: number): PieceId {
  const hex = digest(`${id}:${time}`)
    .map(word => word.toString(16).padStart(8, '0'))
    .join('')
  // RFC 9562: version 8, an id of one's own making.
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-8$3-a$4-$5') as PieceId
}

/** The same for a section. */
function derivedPartId(id: string, time: number): PartId {
  const words = [...digest(`${id}:${time}`), ...digest(`${time}:${id}`)]
  return Array.from({ length: PART_ID_LENGTH }, (_, place) => {
    const word = words[place % words.length] ?? 0
    return ALPHABET[(word >>> (6 * Math.floor(place / words.length))) & 63]
  }).join('') as PartId
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-'

/** Four words that differ where the texts differ (FNV-1a with a stir at the end); a secret is none of it. */
function digest(text: string): number[] {
  return [0x811c9dc5, 0x01000193, 0x9e3779b9, 0x85ebca6b].map(seed => {
    let word = seed
    for (const sign of text) word = Math.imul(word ^ (sign.codePointAt(0) ?? 0), 0x01000193)
    word = Math.imul(word ^ (word >>> 16), 0x45d9f3b)
    word = Math.imul(word ^ (word >>> 15), 0x2c1b3c6d)
    return (word ^ (word >>> 16)) >>> 0
  })
}
