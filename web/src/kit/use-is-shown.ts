import { useEffect, useRef, type RefObject } from 'react'

/** Whether the component is still on the screen, for what ends later: whoever has gone elsewhere is left in peace. */
export function useIsShown(): Readonly<RefObject<boolean>> {
  const isShown = useRef(false)
  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
    }
  }, [])
  return isShown
}
