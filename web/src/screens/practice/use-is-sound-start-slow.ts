import { useEffect, useState } from 'react'

// Most audio systems start sooner, and a message that flashes on every start would distract.
const SLOW_AFTER_MS = 400

/**
 * Returns true if starting the sound has taken longer than 400 ms, so that the screen should show a message (rule
 * MT19).
 */
export function useIsSoundStartSlow(isStarting: boolean): boolean {
  const [isSlow, setSlow] = useState(false)

  useEffect(() => {
    if (!isStarting) return
    const timer = setTimeout(() => setSlow(true), SLOW_AFTER_MS)
    return () => {
      clearTimeout(timer)
      setSlow(false)
    }
  }, [isStarting])

  return isSlow
}
