import { useEffect, useState } from 'react'

// Most audio systems start sooner, and a message that flashes on every start would distract.
const SLOW_AFTER_MS = 400

/** Returns whether the sound has been starting long enough to show a message (rule MT19). */
export function useSlowStart(isStarting: boolean): boolean {
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
