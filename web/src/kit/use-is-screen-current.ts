import { useCallback, useEffect, useRef } from 'react'

/**
 * Returns a function that returns true while the component's screen is the current one. Asynchronous work must call it
 * before navigating or moving the focus, because the user may have left the screen meanwhile.
 */
export function useIsScreenCurrent(): () => boolean {
  const address = useRef<string>(null)
  useEffect(() => {
    address.current = location.pathname
    return () => {
      address.current = null
    }
  }, [])
  return useCallback(() => address.current === location.pathname, [])
}
