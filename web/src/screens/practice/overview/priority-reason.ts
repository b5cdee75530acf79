import { daysBetween, type Day } from '#core/library/day.ts'
import type { PracticePart } from '#core/practice/priority.ts'

/**
 * The reason for a part's priority: the distance of its current tempo to the goal tempo in bpm, and the number of days
 * since its last practice.
 */
export type PriorityReason = {
  readonly distance: { kind: 'to-go' | 'past'; bpm: number } | { kind: 'at-goal' }
  readonly rest: { kind: 'never' | 'today' | 'yesterday' } | { kind: 'days'; days: number }
}

/** Returns the reason for a part's priority. The overview shows it in the row of the part (rule PX1). */
export function priorityReasonOf(part: PracticePart, today: Day): PriorityReason {
  return { distance: distanceOf(part.endTempo - part.currentTempo), rest: restOf(part.lastPracticed, today) }
}

function distanceOf(toGo: number): PriorityReason['distance'] {
  if (toGo === 0) return { kind: 'at-goal' }
  return toGo > 0 ? { kind: 'to-go', bpm: toGo } : { kind: 'past', bpm: -toGo }
}

function restOf(lastPracticed: Day | null, today: Day): PriorityReason['rest'] {
  if (lastPracticed === null) return { kind: 'never' }
  const days = daysBetween(lastPracticed, today)
  if (days === 0) return { kind: 'today' }
  return days === 1 ? { kind: 'yesterday' } : { kind: 'days', days }
}
