import { daysBetween, type Day } from '#core/day.ts'
import type { PracticePart } from '#core/priority.ts'

/** Why a part stands where it stands, in the two things that move: how far it is and how long it rested. */
export type Reason = {
  readonly distance: { kind: 'to-go' | 'past'; bpm: number } | { kind: 'at-goal' }
  readonly rest: { kind: 'never' | 'today' | 'yesterday' } | { kind: 'days'; days: number }
}

/** The reason for the row of a part in the overview (rule PX3). */
export function reasonOf(part: PracticePart, today: Day): Reason {
  return { distance: distanceOf(part.endTempo - part.currentTempo), rest: restOf(part.lastPracticed, today) }
}

function distanceOf(toGo: number): Reason['distance'] {
  if (toGo === 0) return { kind: 'at-goal' }
  return toGo > 0 ? { kind: 'to-go', bpm: toGo } : { kind: 'past', bpm: -toGo }
}

function restOf(lastPracticed: Day | null, today: Day): Reason['rest'] {
  if (lastPracticed === null) return { kind: 'never' }
  const days = daysBetween(lastPracticed, today)
  if (days === 0) return { kind: 'today' }
  return days === 1 ? { kind: 'yesterday' } : { kind: 'days', days }
}
