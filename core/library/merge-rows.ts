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
