import { useEffect } from 'react'

/**
 * Keeps the screen awake while `isWanted` is true. The browser releases the lock when the page is hidden, so it is
 * requested again when the page becomes visible. Does nothing in browsers without wake locks (rule MT9).
 */
export function useWakeLock(isWanted: boolean): void {
  useEffect(() => {
    if (!isWanted || !('wakeLock' in navigator)) return
    let lock: WakeLockSentinel | null = null
    let left = false

    async function ask() {
      if (document.visibilityState === 'hidden') return
      try {
        const granted = await navigator.wakeLock.request('screen')
        if (left) await granted.release()
        else lock = granted
      } catch {
        // Rejected, for example in battery saver mode: the screen dims as usual.
      }
    }

    const askAgain = () => void ask()
    void ask()
    document.addEventListener('visibilitychange', askAgain)
    return () => {
      left = true
      document.removeEventListener('visibilitychange', askAgain)
      void lock?.release()
    }
  }, [isWanted])
}
