import { useEffect } from 'react'

/** Sends queued feedback messages while the component is mounted. Loads the code for sending after the first paint. */
export function useFeedbackDelivery(): void {
  useEffect(() => {
    let left = false
    let stop: (() => void) | null = null
    void import('./submit-feedback.ts')
      .then(({ startFeedbackDelivery }) => {
        if (!left) stop = startFeedbackDelivery()
      })
      // The network failed before the code was loaded. The messages wait for the next visit.
      .catch(() => undefined)
    return () => {
      left = true
      stop?.()
    }
  }, [])
}
