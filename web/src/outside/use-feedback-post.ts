import { useEffect } from 'react'

/** Sends what was written to the operator and waits; what it needs is loaded after the first screen was painted. */
export function useFeedbackPost(): void {
  useEffect(() => {
    let left = false
    let stop: (() => void) | null = null
    void import('./feedback-post.ts')
      .then(({ startFeedbackPost }) => {
        if (!left) stop = startFeedbackPost()
      })
      // The network went before the rest of the program was there; the letters wait for the next visit.
      .catch(() => undefined)
    return () => {
      left = true
      stop?.()
    }
  }, [])
}
