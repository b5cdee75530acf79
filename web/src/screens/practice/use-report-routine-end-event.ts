import { useEffect, useRef } from 'react'
import type { PracticeSession } from '#core/practice/practice-session.ts'
import { useAnalytics } from '#web/analytics/analytics.ts'

/**
 * Sends an analytics event when a practice routine ends (spec 4, rule AN9). Sends the event only once, although the
 * user can return to the end with Back and Forward.
 *
 * @param kind state of the practice session; null until the persisted session has been restored, because a restored end
 * is not reported
 */
export function useReportRoutineEndEvent(kind: PracticeSession['kind'] | null): void {
  const { trackEvent } = useAnalytics()
  const before = useRef<typeof kind>(null)
  const isCounted = useRef(false)

  useEffect(() => {
    if (before.current === 'step' && kind === 'finished' && !isCounted.current)
      trackEvent({ name: 'finish_practice' })
    before.current = kind
    if (kind !== 'step') isCounted.current = kind === 'finished'
  }, [kind, trackEvent])
}
