import type { PastPractice } from '../history/filled-history.ts'
import type { PieceToFill } from './filled-library.ts'

/** A tempo and how many days before today it was saved. */
export type TempoOnDay = readonly [daysAgo: number, tempo: number]

/** Converts histories, one per part of a piece in order, to past practice. */
export const pastPracticeOf = (
  { name, parts }: PieceToFill,
  histories: readonly (readonly TempoOnDay[])[],
): PastPractice[] =>
  histories.flatMap((history, place) => {
    const part = parts[place]?.[0]
    return history.map(([daysAgo, tempo]) => ({ daysAgo, piece: name, tempo, ...(part && { part }) }))
  })
