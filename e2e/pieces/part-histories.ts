import type { PastPractice } from '../history/filled-history.ts'
import type { PieceToFill } from './filled-library.ts'

/** A tempo saved so many days before today. */
export type TempoOnDay = readonly [daysAgo: number, tempo: number]

/** The practice of a piece, given for each of its parts in their order. */
export const practiceOf = (
  { name, parts }: PieceToFill,
  histories: readonly (readonly TempoOnDay[])[],
): PastPractice[] =>
  histories.flatMap((history, place) => {
    const part = parts[place]?.[0]
    return history.map(([daysAgo, tempo]) => ({ daysAgo, piece: name, tempo, ...(part && { part }) }))
  })
