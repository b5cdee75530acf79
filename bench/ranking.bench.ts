import { performance } from 'node:perf_hooks'
import type { Timestamp } from '#core/library/day.ts'
import { dayOf } from '#core/library/day.ts'
import { EMPTY_LIBRARY, withAddedRows, type LibraryWithEntries } from '#core/library/library.ts'
import { IMPORTANCE_LEVELS } from '#core/library/piece.ts'
import { inPracticeOrder, listPracticeParts } from '#core/practice/priority.ts'
import { aPart, aPiece, bpm, NOON, partId, pieceId } from '#tests/library/builders.ts'

export const name = 'ranking'

const PARTS = 10_000
const PARTS_PER_PIECE = 5
const RUNS = 101
const DAY = 86_400_000

/** Milliseconds to flatten and rank 10,000 parts: what the practice screen does when it opens. Target: at most 10. */
export async function measure(): Promise<Record<string, number | string>> {
  const library = aLargeLibrary()
  const inCentralEurope = (at: Timestamp) => dayOf(at, 60)
  const today = inCentralEurope(NOON)
  const times: number[] = []
  let first = ''
  for (let run = 0; run < RUNS; run++) {
    const begun = performance.now()
    const ranked = inPracticeOrder(listPracticeParts(library, inCentralEurope), today)
    times.push(performance.now() - begun)
    first = ranked[0]?.id ?? ''
  }
  const [cold = NaN] = times
  times.sort((a, b) => a - b)
  const at = (share: number) => Math.round((times[Math.floor(share * (RUNS - 1))] ?? NaN) * 100) / 100
  return {
    parts: PARTS,
    runs: RUNS,
    firstMilliseconds: Math.round(cold * 100) / 100,
    medianMilliseconds: at(0.5),
    p95Milliseconds: at(0.95),
    targetMilliseconds: 10,
    first,
  }
}

/** Parts of all tempos, urgencies and rests, in no order; the same ones in every run. */
function aLargeLibrary(): LibraryWithEntries {
  let seed = 1
  const random = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below
  const pieces = Array.from({ length: PARTS / PARTS_PER_PIECE }, (_, number) =>
    aPiece({
      id: pieceId(number),
      name: `Piece ${random(1000)}`,
      importance: IMPORTANCE_LEVELS[random(5)] ?? 3,
      endTempo: bpm(40 + random(169)),
    }),
  )
  const parts = Array.from({ length: PARTS }, (_, number) =>
    aPart({
      id: partId(number),
      pieceId: pieceId(Math.floor(number / PARTS_PER_PIECE)),
      name: `Part ${number % PARTS_PER_PIECE}`,
      currentTempo: bpm(40 + random(189)),
      lastPracticed: random(4) === 0 ? null : NOON - random(60) * DAY,
    }),
  )
  return withAddedRows(EMPTY_LIBRARY, { pieces, parts, practice: [] })
}
