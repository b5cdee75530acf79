import { useEffect, useState } from 'react'

/**
 * Returns the whole seconds until a time, rounded up and at most 60, and 0 when the time has passed. Updates every
 * second. `moment` is in milliseconds since 1970.
 */
export function useSecondsUntil(moment: number): number {
  const [seconds, setSeconds] = useState(() => secondsUntil(moment))

  useEffect(() => {
    const count = () => {
      const left = secondsUntil(moment)
      setSeconds(left)
      if (left === 0) clearInterval(timer)
    }
    const timer = setInterval(count, 1000)
    count()
    return () => clearInterval(timer)
  }, [moment])

  return seconds
}

// A limit in case the device's clock was set back.
const LONGEST_SECONDS = 60

const secondsUntil = (moment: number) =>
  Math.min(LONGEST_SECONDS, Math.max(0, Math.ceil((moment - Date.now()) / 1000)))
