import type { PastPractice } from '../history/filled-history.ts'
import type { PieceToFill } from './filled-library.ts'

export type TempoOnDay = readonly [daysAgo: number, tempo: number]

/** `histories` has one entry for each part of the piece, in the same order. */
export const pastPracticeOf = (
  { name, parts }: PieceToFill,
  histories: readonly (readonly TempoOnDay[])[],
): PastPractice[] =>
  histories.flatMap((history, place) => {
    const part = parts[place]?.[0]
    return history.map(([daysAgo, tempo]) => ({ daysAgo, piece: name, tempo, ...(part && { part }) }))
  })
