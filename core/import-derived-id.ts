import { PART_ID_LENGTH, type PartId, type PieceId } from './piece.ts'

/**
 * The id under which something comes back that was deleted, for the so many-th time: the same on every device and at
 * every attempt, so that nothing comes back twice (rule EX10). The old id cannot be used again, because a deletion
 * wins over everything.
 */
export function derivedPieceId(id: PieceId, time: number): PieceId {
  const hex = digest(`${id}:${time}`)
    .map(word => word.toString(16).padStart(8, '0'))
    .join('')
  // RFC 9562: version 8, an id of one's own making.
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-8$3-a$4-$5') as PieceId
}

/** The same for a section. */
export function derivedPartId(id: PartId, time: number): PartId {
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
