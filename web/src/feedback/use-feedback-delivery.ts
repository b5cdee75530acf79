import { useEffect } from 'react'
import { whenIdle } from '#web/concurrency/when-idle.ts'
import type { LoadFeedbackSender } from './feedback-sender.ts'

/**
 * Sends queued feedback messages while the component is mounted. Loads the code for sending when the page is idle.
 */
export function useFeedbackDelivery(loadSender: LoadFeedbackSender): void {
  useEffect(() => {
    let left = false
    let stop: (() => void) | null = null
    whenIdle(
      () =>
        void loadSender()
          .then(sender => {
            if (!left) stop = sender.start()
          })
          // The network failed before the code was loaded. The messages wait for the next visit.
          .catch(() => undefined),
    )
    return () => {
      left = true
      stop?.()
    }
  }, [loadSender])
}
