import type { Timestamp } from './day.ts'
import type { Library, Rows } from './library.ts'

/**
 * Returns the newest edit stamp in a library or in rows, in milliseconds. A new edit on this device must get a later
 * one.
 */
export function newestEditStamp({ pieces, parts }: Library | Rows): Timestamp {
  let newest = 0
  for (const piece of pieces.values()) newest = Math.max(newest, piece.updatedAt, piece.deletedAt ?? 0)
  for (const part of parts.values()) newest = Math.max(newest, part.nameAt, part.tempoAt, part.positionAt)
  return newest
}

/** Returns only the rows that are not older than the confirmed ones, by their revision (rule ME5). */
export function withoutStaleRows(library: Library, rows: Rows): Rows {
  return {
    pieces: rows.pieces.filter(row => row.revision >= (library.pieces.get(row.id)?.revision ?? 0)),
    parts: rows.parts.filter(row => row.revision >= (library.parts.get(row.id)?.revision ?? 0)),
    practice: rows.practice.filter(row => row.revision >= (library.practice.get(row.id)?.revision ?? 0)),
  }
}
