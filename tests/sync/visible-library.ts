import { livingPieces, livingPartsOf, type Library } from '#core/library/library.ts'

/**
 * What a musician can see of a library, to compare two of them: without the revisions, which tell when the server
 * heard of something, and without the places of sections that were never moved, which whoever arrives first gets first.
 */
export function visible(library: Library) {
  const pieces = livingPieces(library).map(piece => ({ ...piece, revision: 0 }))
  const parts = pieces.flatMap(piece => livingPartsOf(library, piece.id))
  return {
    pieces: new Map(pieces.map(piece => [piece.id, piece])),
    parts: new Map(
      parts.map(part => {
        const position = part.positionAt > part.createdAt ? part.position : 0
        return [part.id, { ...part, revision: 0, position }]
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
