import { useTranslation } from 'react-i18next'
import type { PriorityReason } from './priority-reason.ts'

/**
 * Returns a function that formats the reason for a part's priority as translated text, such as "24 bpm to go, 6 days
 * ago".
 */
export function usePriorityReasonText(): (reason: PriorityReason) => string {
  const { t } = useTranslation('practice')

  function distanceText(distance: PriorityReason['distance']): string {
    if (distance.kind === 'at-goal') return t('reason.atGoal')
    return distance.kind === 'past'
      ? t('reason.past', { bpm: distance.bpm })
      : t('reason.toGo', { bpm: distance.bpm })
  }

  function restText(rest: PriorityReason['rest']): string {
    return rest.kind === 'days' ? t('reason.daysAgo', { count: rest.days }) : t(`reason.${rest.kind}`)
  }

  return ({ distance, rest }) => t('reason.both', { distance: distanceText(distance), rest: restText(rest) })
}
