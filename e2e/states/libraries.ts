import type { PieceToFill } from '../pieces/filled-library.ts'

/** With names of the greatest allowed length, without spaces, and the largest numbers. */
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

export const LONG_NAME_PIECES: readonly PieceToFill[] = [
  LONGEST_PIECE,
  { name: 'WWWWWWWWWWWWWWWWWWWWWWWWW', importance: 1, endTempo: 208, parts: [[null, 203]] },
]
