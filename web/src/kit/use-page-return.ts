import { useEffect, useEffectEvent } from 'react'

/** Calls back when the page is shown again just as it was left: the browser's Back need not load it anew. */
export function usePageReturn(onReturn: () => void): void {
  const returned = useEffectEvent(onReturn)

  useEffect(() => {
    const shown = (event: PageTransitionEvent) => {
      if (event.persisted) returned()
    }
    window.addEventListener('pageshow', shown)
    return () => window.removeEventListener('pageshow', shown)
  }, [])
}
