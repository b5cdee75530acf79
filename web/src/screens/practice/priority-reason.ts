import { useTranslation } from 'react-i18next'
import { type Day, daysBetween } from '#core/library/day.ts'
import type { PracticePart } from '#core/practice/priority.ts'
import { useDaysAgoText } from '#web/kit/days-ago-text.ts'

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

/**
 * Returns a function that formats the reason for a part's priority as translated text, such as "24 bpm to go, 6 days
 * ago".
 */
export function usePriorityReasonText(): (reason: PriorityReason) => string {
  const { t } = useTranslation('practice')
  const daysAgoText = useDaysAgoText()

  function distanceText(distance: PriorityReason['distance']): string {
    if (distance.kind === 'at-goal') return t('reason.atGoal')
    return distance.kind === 'past'
      ? t('reason.past', { bpm: distance.bpm })
      : t('reason.toGo', { bpm: distance.bpm })
  }

  function restText(rest: PriorityReason['rest']): string {
    return rest.kind === 'days' ? daysAgoText(rest.days) : t(`reason.${rest.kind}`)
  }

  return ({ distance, rest }) => t('reason.both', { distance: distanceText(distance), rest: restText(rest) })
}
