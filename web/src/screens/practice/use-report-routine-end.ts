import { useEffect, useRef } from 'react'
import type { PracticeSession } from '#core/practice/practice-session.ts'
import { trackEvent } from '#web/analytics/analytics.ts'

/**
 * Reports the end of a routine as an analytics event (spec 4, rule AN9), once, although Back and Forward may show it
 * again. `kind` is null before a persisted routine is restored, so restoring its end reports nothing.
 */
export function useReportRoutineEnd(kind: PracticeSession['kind'] | null): void {
  const before = useRef<typeof kind>(null)
  const isCounted = useRef(false)

  useEffect(() => {
    if (before.current === 'step' && kind === 'finished' && !isCounted.current)
      trackEvent({ name: 'finish_practice' })
    before.current = kind
    if (kind !== 'step') isCounted.current = kind === 'finished'
  }, [kind])
}
