import { medianOf } from '#core/timed-session/part-minutes.ts'

const BYTES_PER_MEGABYTE = 2 ** 20

/**
 * Returns how many bytes each further unit of work takes: from the megabytes at `count` and at twice as many, measured in
 * pairs. Unlike a difference to nothing at all, this leaves out what the first units bring, such as code and empty tables.
 */
export function bytesPerUnit(count: number, pairs: readonly { once: number; twice: number }[]): number {
  return (medianOf(pairs.map(({ once, twice }) => twice - once)) * BYTES_PER_MEGABYTE) / count
}
