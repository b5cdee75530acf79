import { useEffect } from 'react'

/**
 * Keeps the screen of a phone on the music stand awake while it is wanted. The system takes the lock away whenever
 * the page is hidden, so it is asked for again when it comes back. Where there is none, nothing happens (rule MT9).
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
        // Refused, as in battery saving: the screen dims as it always does.
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
