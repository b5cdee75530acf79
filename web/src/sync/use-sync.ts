import { useEffect } from 'react'
import { setSyncPhase } from '#web/store/sync-state.ts'

/**
 * Synchronizes the user's library with the server while the component is mounted. Loads the code for synchronizing
 * after the first paint.
 */
export function useSync(): void {
  useEffect(() => {
    let left = false
    let stop: (() => void) | null = null
    void import('./sync-loop.ts')
      .then(({ startSync }) => {
        if (!left) stop = startSync()
      })
      // The network failed before the sync code was loaded. The local library stays usable.
      .catch(() => setSyncPhase('offline'))
    return () => {
      left = true
      stop?.()
    }
  }, [])
}
