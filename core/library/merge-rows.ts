import type { Timestamp } from './day.ts'
import type { Library, Rows } from './library.ts'
import { lastDeletionOrReturn } from './merge.ts'

/**
 * Returns the newest edit stamp (time of an edit in milliseconds) in a library or in a set of rows; 0 if there is
 * none. A new edit on this device must get a later stamp, because the later of two edits to the same field wins.
 */
export function newestEditStamp({ pieces, parts }: Library | Rows): Timestamp {
  let newest = 0
  for (const piece of pieces.values()) newest = Math.max(newest, piece.updatedAt, lastDeletionOrReturn(piece))
  for (const part of parts.values())
    newest = Math.max(newest, part.nameAt, part.tempoAt, part.positionAt, lastDeletionOrReturn(part))
  return newest
}

/**
 * Returns those of the given rows that are not stale. A row is stale if the library has a newer revision of the same
 * row (rule ME5).
 */
export function withoutStaleRows(library: Library, rows: Rows): Rows {
  return {
    pieces: rows.pieces.filter(row => row.revision >= (library.pieces.get(row.id)?.revision ?? 0)),
    parts: rows.parts.filter(row => row.revision >= (library.parts.get(row.id)?.revision ?? 0)),
    practice: rows.practice.filter(row => row.revision >= (library.practice.get(row.id)?.revision ?? 0)),
  }
}
