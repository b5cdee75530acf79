import type { Day } from '#core/library/day.ts'
import { IMPORTANCE_LEVELS, type PartId, type PieceId } from '#core/library/piece.ts'
import { sortInPracticeOrder, type PracticePart } from '#core/practice/priority.ts'
import { aPracticePart, bpm, partId, pieceId } from '#tests/library/builders.ts'
import type { ReferenceEntry } from './timed-session-oracle.ts'

export type RandomHistory = {
  readonly today: Day
  readonly minutes: number
  readonly parts: readonly PracticePart[]
  readonly entries: readonly ReferenceEntry[]
  /** Seconds of past run-throughs, oldest first. */
  readonly runs: ReadonlyMap<PieceId, readonly number[]>
}

/** A session of 5 to 180 minutes and the history before it. Equal seeds give equal results. */
export function randomHistory(seed: number): RandomHistory {
  const below = randomFrom(seed)
  const oneIn = (times: number) => below(times) === 0
  const today = (20_000 + below(400)) as Day
  const days = practiceDays(today, below)
  const size = oneIn(20) ? 1 + below(400) : 1 + below(40)
  const entries: ReferenceEntry[] = []
  const runs = new Map<PieceId, readonly number[]>()
  const performances = oneIn(2) ? somePerformances(Math.ceil(size / 3)) : []
  const parts = Array.from({ length: size }, (_, index) => {
    const id = partId(index)
    const tempo = 40 + below(169)
    const goal = oneIn(8) ? tempo : 40 + below(169)
    const own = days.length === 0 || oneIn(8) ? [] : Array.from({ length: 1 + below(7) }, () => anEntry(id))
    entries.push(...own)
    return aPracticePart({
      id,
      pieceId: pieceId(Math.floor(index / 3)),
      piece: `Piece ${Math.floor(index / 3)}`,
      name: `Part ${index % 3}`,
      currentTempo: bpm(tempo),
      endTempo: bpm(goal),
      importance: IMPORTANCE_LEVELS[below(5)] ?? 3,
      createdAt: (today - below(200)) as Day,
      performOn: performances[Math.floor(index / 3)] ?? null,
      lastPracticed: own.length === 0 ? null : (Math.max(...own.map(entry => entry.day)) as Day),
    })
  })
  return {
    today,
    minutes: 5 + below(176),
    parts: sortInPracticeOrder(parts, today),
    entries: entries.toSorted((a, b) => a.day - b.day),
    runs,
  }

  function somePerformances(pieces: number): (Day | null)[] {
    return Array.from({ length: pieces }, (_, piece) => {
      if (!oneIn(4)) return null
      const past = below(5)
      if (past > 0)
        runs.set(
          pieceId(piece),
          Array.from({ length: past }, () => 1 + below(1200)),
        )
      return (today - 3 + below(50)) as Day
    })
  }

  function anEntry(id: PartId): ReferenceEntry {
    const isTimed = !oneIn(3)
    return {
      partId: id,
      day: days[below(days.length)] ?? today,
      tempo: 40 + below(189),
      seconds: isTimed ? 1 + below(1500) : null,
      planned: isTimed && oneIn(2) ? 60 * (2 + below(11)) : null,
    }
  }
}

function practiceDays(today: Day, below: (limit: number) => number): Day[] {
  const weeks = below(3) === 0 ? below(3) : below(30)
  const share = 1 + below(7)
  const all = Array.from({ length: 7 * weeks }, (_, ago) => (today - ago) as Day)
  return all.filter(() => below(7) < share)
}

/** Whole numbers below a limit (Lehmer's generator, "minimal standard"). */
function randomFrom(seed: number): (limit: number) => number {
  let state = 1 + ((seed * 7919) % 2_147_483_646)
  const next = () => (state = (state * 48_271) % 2_147_483_647)
  // The first numbers of neighboring seeds are similar.
  for (let skipped = 0; skipped < 5; skipped++) next()
  return limit => next() % limit
}
