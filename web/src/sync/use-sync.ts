import { useEffect } from 'react'
import { setSyncPhase } from '#web/store/sync-state.ts'

/**
 * Keeps the library and the server together while the signed-in part of the app is on screen. What it needs is
 * loaded after the first screen has been painted.
 */
export function useSync(): void {
  useEffect(() => {
    let left = false
    let stop: (() => void) | null = null
    void import('./sync-loop.ts')
      .then(({ startSync }) => {
        if (!left) stop = startSync()
      })
      // The network went before the rest of the app was there; what is on this device stays usable.
      .catch(() => setSyncPhase('offline'))
    return () => {
      left = true
      stop?.()
    }
  }, [])
}
