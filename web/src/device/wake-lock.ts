import { useEffect } from 'react'

export function useWakeLock(isWanted: boolean): void {
  useEffect(() => {
    if (!isWanted || !('wakeLock' in navigator)) return
    let lock: WakeLockSentinel | null = null
    let left = false

    async function ask() {
      if (document.visibilityState === 'hidden') return
      try {
        const granted = await navigator.wakeLock.request('screen')
        // The page may have asked twice before the first answer came: only one lock is kept.
        const [kept, spare] = left ? [null, granted] : [granted, lock]
        lock = kept
        await spare?.release()
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
