import { undeletedPieces, undeletedPartsOf, type LibraryWithNeededEntries } from '#core/library/library.ts'
import { lastEditStampOfField } from '#core/library/merge.ts'
import { PART_FIELDS, PIECE_FIELDS } from '#core/library/fields.ts'
import type { Part, Piece } from '#core/library/piece.ts'

/**
 * What a musician can see, so that two libraries can be compared. Omits revisions, the times of restoring and
 * retracting, and the positions of sections that were never moved: these depend on the order of arrival.
 */
export function visibleLibrary(library: LibraryWithNeededEntries) {
  const pieces = undeletedPieces(library).map(piece => ({ ...piece, ...comparable(piece, PIECE_FIELDS) }))
  const parts = pieces.flatMap(piece => undeletedPartsOf(library, piece.id))
  return {
    pieces: new Map(pieces.map(piece => [piece.id, piece])),
    parts: new Map(
      parts.map(part => {
        const position = lastEditStampOfField(part, 'position') > part.createdAt ? part.position : 0
        return [part.id, { ...part, ...comparable(part, PART_FIELDS), position }]
      }),
    ),
    practice: new Map(
      [...library.practice.values()].map(entry => [
        entry.id,
        { ...entry, revision: 0, retractedAt: entry.retractedAt === null ? null : 'some time' },
      ]),
    ),
  }
}

/** Stamps of all fields in one order: an unedited row has none, and a database has an order of its own. */
const comparable = (row: Piece | Part, fields: object) => ({
  revision: 0,
  stamps: Object.fromEntries(Object.keys(fields).map(name => [name, lastEditStampOfField(row, name)])),
})
