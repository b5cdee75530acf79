import { useEffect, useEffectEvent } from 'react'

/** Calls `onReturn` when the browser restores the page from its back/forward cache. */
export function useBackForwardCacheRestore(onReturn: () => void): void {
  const returned = useEffectEvent(onReturn)

  useEffect(() => {
    const shown = (event: PageTransitionEvent) => {
      if (event.persisted) returned()
    }
    window.addEventListener('pageshow', shown)
    return () => window.removeEventListener('pageshow', shown)
  }, [])
}
