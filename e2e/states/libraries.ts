import type { PieceToFill } from '../pieces/filled-library.ts'

/** As long as a name may be and without a place to break it, with the largest numbers there are. */
export const LONG_NAMES: readonly PieceToFill[] = [
  {
    name: 'Donaudampfschifffahrtspol',
    importance: 5,
    endTempo: 208,
    parts: [
      ['Durchführungsüberleitungs', 40],
      ['Schlussgruppenerweiterung', 140],
      ['WWWWWWWWWWWWWWWWWWWWWWWWW', 208],
    ],
  },
  { name: 'WWWWWWWWWWWWWWWWWWWWWWWWW', importance: 1, endTempo: 208, parts: [[null, 203]] },
]

/** A whole piece. */
export const SWAN: PieceToFill = { name: 'The Swan', importance: 1, endTempo: 60, parts: [[null, 60]] }

/** A piece as large as the Free plan lets it be. */
export const CLAIR: PieceToFill = {
  name: 'Clair de lune',
  importance: 5,
  endTempo: 96,
  parts: [
    ['Andante très expressif', 90],
    ['bars 27–36', 72],
    ['En animant', 54],
  ],
}
