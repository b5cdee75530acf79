import { useCallback, useEffect, useRef } from 'react'

/**
 * Returns a function that tells whether the component's screen is still the current one, for async work: after a
 * navigation it must not interfere, even while the next screen is loading (rules UI47, UI50).
 */
export function useIsShown(): () => boolean {
  const address = useRef<string>(null)
  useEffect(() => {
    address.current = location.pathname
    return () => {
      address.current = null
    }
  }, [])
  return useCallback(() => address.current === location.pathname, [])
}
