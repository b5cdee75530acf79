import type { PieceToFill } from '../pieces/filled-library.ts'

/** A piece with the longest allowed names, without spaces, and the largest numbers. */
export const LONGEST_PIECE: PieceToFill = {
  name: 'Donaudampfschifffahrtspol',
  importance: 5,
  endTempo: 208,
  parts: [
    ['Durchführungsüberleitungs', 40],
    ['Schlussgruppenerweiterung', 140],
    ['WWWWWWWWWWWWWWWWWWWWWWWWW', 208],
  ],
}

/** Pieces with the longest allowed names, one with sections and one without. */
export const LONG_NAME_PIECES: readonly PieceToFill[] = [
  LONGEST_PIECE,
  { name: 'WWWWWWWWWWWWWWWWWWWWWWWWW', importance: 1, endTempo: 208, parts: [[null, 203]] },
]

/** A piece that is practiced as a whole. */
export const SWAN_PIECE: PieceToFill = { name: 'The Swan', importance: 1, endTempo: 60, parts: [[null, 60]] }

/** A piece with as many parts as the Free plan allows. */
export const CLAIR_PIECE: PieceToFill = {
  name: 'Clair de lune',
  importance: 5,
  endTempo: 96,
  parts: [
    ['Andante très expressif', 90],
    ['bars 27–36', 72],
    ['En animant', 54],
  ],
}
