import { undeletedPieces, undeletedPartsOf, type LibraryWithEntries } from '#core/library/library.ts'

/**
 * Returns the part of a library that a musician can see, to compare two libraries. Omits revisions, which depend on
 * arrival, when something came back, and positions of sections that were never moved, which depend on the order of arrival.
 */
export function visibleLibrary(library: LibraryWithEntries) {
  const pieces = undeletedPieces(library).map(piece => ({ ...piece, revision: 0, restoredAt: null }))
  const parts = pieces.flatMap(piece => undeletedPartsOf(library, piece.id))
  return {
    pieces: new Map(pieces.map(piece => [piece.id, piece])),
    parts: new Map(
      parts.map(part => {
        const position = part.positionAt > part.createdAt ? part.position : 0
        return [part.id, { ...part, revision: 0, restoredAt: null, position }]
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
