import { useCallback, useEffect, useRef } from 'react'

/**
 * Whether the component is still what the musician looks at, for what ends later: whoever has gone elsewhere is left in
 * peace, also while the other screen is on its way and this one fills its place (rules UI47, UI50).
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
