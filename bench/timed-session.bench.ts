import { performance } from 'node:perf_hooks'
import type { Day } from '#core/library/day.ts'
import { IMPORTANCE_LEVELS } from '#core/library/piece.ts'
import { inPracticeOrder } from '#core/practice/priority.ts'
import { summarizePracticeDays, createTimedSession } from '#core/timed-session/timed-session.ts'
import { aPracticePart, bpm, day, partId, pieceId } from '#tests/library/builders.ts'

export const name = 'timed session'

const PARTS = 2000
const RUNS = 101
const MINUTES = [20, 45, 180]

/** Milliseconds to choose the parts of a timed session out of 2,000, their order included. Target: at most 16. */
export async function measure(): Promise<Record<string, number>> {
  const today = day('2026-11-20')
  const parts = someParts(today)
  const days = summarizePracticeDays(
    today,
    [1, 2, 4, 5, 8, 20, 40].map(ago => (today - ago) as Day),
  )
  const figures: Record<string, number> = { parts: PARTS, runs: RUNS, targetMilliseconds: 16 }
  for (const minutes of MINUTES) {
    const times: number[] = []
    for (let run = 0; run < RUNS; run++) {
      const begun = performance.now()
      createTimedSession({ parts: inPracticeOrder(parts, today), today, minutes, days })
      times.push(performance.now() - begun)
    }
    const [cold = NaN] = times
    times.sort((a, b) => a - b)
    const at = (share: number) => Math.round((times[Math.floor(share * (RUNS - 1))] ?? NaN) * 100) / 100
    figures[`${minutes} minutes, first`] = Math.round(cold * 100) / 100
    figures[`${minutes} minutes, median`] = at(0.5)
    figures[`${minutes} minutes, p95`] = at(0.95)
  }
  return figures
}

/** Parts of all tempos, urgencies and rests, in no order; the same ones in every run. */
function someParts(today: Day) {
  let seed = 1
  const random = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below
  return Array.from({ length: PARTS }, (_, number) =>
    aPracticePart({
      id: partId(number),
      piece: `Piece ${random(1000)}`,
      importance: IMPORTANCE_LEVELS[random(5)] ?? 3,
      endTempo: bpm(40 + random(169)),
      currentTempo: bpm(40 + random(189)),
      lastPracticed: random(4) === 0 ? null : ((today - random(60)) as Day),
      pieceId: pieceId(Math.floor(number / 3)),
      performOn: Math.floor(number / 3) % 8 === 0 ? ((today + random(50)) as Day) : null,
    }),
  )
}
