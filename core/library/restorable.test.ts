import { expect, test } from 'vitest'
import { aLibrary, aPart, aPiece, NOON, partId, pieceId } from '#tests/library/builders.ts'
import { dayOf } from './day.ts'
import { restorableRows } from './library.ts'

const DAY = 86_400_000
const utcDay = (at: number) => dayOf(at, 0)
const today = utcDay(NOON)

test('[PS18] deleted pieces, and deleted sections of the others, can be brought back, the latest first', () => {
  const library = aLibrary({
    pieces: [aPiece({ name: 'Gigue' }), aPiece({ id: pieceId(2), name: 'Waltz', deletedAt: NOON - DAY })],
    parts: [
      aPart({ name: 'Theme' }),
      aPart({ id: partId(2), name: 'Coda', deletedAt: NOON - 2 * DAY }),
      aPart({ id: partId(3), name: 'Trio', pieceId: pieceId(2), deletedAt: NOON }),
    ],
  })
  const rows = restorableRows(library, today, utcDay)
  expect(rows.map(({ piece, part, day }) => [piece.name, part?.name, today - day])).toEqual([
    ['Waltz', undefined, 1],
    ['Gigue', 'Coda', 2],
  ])
})

test('[PS18] after 180 days nothing can be brought back, because the server forgets it', () => {
  const deleted = (days: number) => aLibrary({ pieces: [aPiece({ deletedAt: NOON - days * DAY })] })
  expect(restorableRows(deleted(179), today, utcDay)).toHaveLength(1)
  expect(restorableRows(deleted(180), today, utcDay)).toEqual([])
})
