import { useEffect, useRef } from 'react'
import type { PracticeSession } from '#core/session.ts'
import { report } from '#web/outside/analytics.ts'

/**
 * Counts the start and the end of a routine (spec 4, rule AN9). Where it was resumed, null comes before: that is
 * neither.
 */
export function useCountedRoutine(kind: PracticeSession['kind'] | null): void {
  const before = useRef<typeof kind>(null)

  useEffect(() => {
    if (before.current === 'overview' && kind === 'step') report({ name: 'start_practice' })
    if (before.current === 'step' && kind === 'finished') report({ name: 'finish_practice' })
    before.current = kind
  }, [kind])
}
