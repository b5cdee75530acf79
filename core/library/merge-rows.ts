import type { Timestamp } from './day.ts'
import type { Library, Rows } from './library.ts'

/** The newest stamp in a library or in some rows: what a new edit of this device must come after. */
export function newestStamp({ pieces, parts }: Library | Rows): Timestamp {
  let newest = 0
  for (const piece of pieces.values()) newest = Math.max(newest, piece.updatedAt, piece.deletedAt ?? 0)
  for (const part of parts.values()) newest = Math.max(newest, part.nameAt, part.tempoAt, part.positionAt)
  return newest
}

/** Removes rows whose revision is older than the confirmed one (rule ME5). */
export function withoutStaleRows(library: Library, rows: Rows): Rows {
  return {
    pieces: rows.pieces.filter(row => row.revision >= (library.pieces.get(row.id)?.revision ?? 0)),
    parts: rows.parts.filter(row => row.revision >= (library.parts.get(row.id)?.revision ?? 0)),
    practice: rows.practice.filter(row => row.revision >= (library.practice.get(row.id)?.revision ?? 0)),
  }
}
