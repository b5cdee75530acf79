import { useEffect, useState } from 'react'

/** Returns the seconds until a time in milliseconds, rounded up and counting down; 0 when it has passed. */
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
