import { useEffect, useRef } from 'react'
import type { PracticeSession } from '#core/practice/practice-session.ts'
import { useAnalytics } from '#web/analytics/analytics.ts'

/**
 * Sends an analytics event when a practice routine changes from a step to its end (spec 4, rule AN9). Sends it only
 * once per routine, even if the user returns to the end with Back and Forward. Does not report an end that is restored
 * after a reload.
 *
 * @param kind the `kind` of the practice session: overview, step or finished; null until the persisted session is
 * restored
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
