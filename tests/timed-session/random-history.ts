import type { Day } from '#core/library/day.ts'
import { IMPORTANCES, type PartId } from '#core/library/piece.ts'
import { inPracticeOrder, type PracticePart } from '#core/practice/priority.ts'
import { aPracticePart, bpm, partId, pieceId } from '#tests/library/builders.ts'
import type { ReferenceEntry } from './timed-session-oracle.ts'

export type RandomHistory = {
  readonly today: Day
  readonly minutes: number
  /** In practice order. */
  readonly parts: readonly PracticePart[]
  /** In the order of time. */
  readonly entries: readonly ReferenceEntry[]
}

/** Returns a library with its practice history and a time, 5 to 180 minutes; the same one for the same number. */
export function randomHistory(number: number): RandomHistory {
  const below = randomFrom(number)
  const oneIn = (times: number) => below(times) === 0
  const today = (20_000 + below(400)) as Day
  const days = practiceDays(today, below)
  const size = oneIn(20) ? 1 + below(400) : 1 + below(40)
  const entries: ReferenceEntry[] = []
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
      importance: IMPORTANCES[below(5)] ?? 3,
      createdAt: (today - below(200)) as Day,
      lastPracticed: own.length === 0 ? null : (Math.max(...own.map(entry => entry.day)) as Day),
    })
  })
  return {
    today,
    minutes: 5 + below(176),
    parts: inPracticeOrder(parts, today),
    entries: entries.toSorted((a, b) => a.day - b.day),
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

/** Days with practice of a musician who has just begun, of one who plays daily, and of all between. */
function practiceDays(today: Day, below: (limit: number) => number): Day[] {
  const weeks = below(3) === 0 ? below(3) : below(30)
  const share = 1 + below(7)
  const all = Array.from({ length: 7 * weeks }, (_, ago) => (today - ago) as Day)
  return all.filter(() => below(7) < share)
}

/** A generator of whole numbers from 0 to below a limit (Lehmer, "minimal standard"). */
function randomFrom(number: number): (limit: number) => number {
  let state = 1 + ((number * 7919) % 2_147_483_646)
  const next = () => (state = (state * 48_271) % 2_147_483_647)
  // The first ones of neighboring seeds are alike.
  for (let skipped = 0; skipped < 5; skipped++) next()
  return limit => next() % limit
}
