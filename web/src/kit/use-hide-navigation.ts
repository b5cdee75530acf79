import { useEffect } from 'react'

/**
 * Hides the navigation bar while the metronome is running (`running`), without moving other content. The bar reappears
 * when an element in it gets the focus.
 */
export function useHideNavigation(running: boolean): void {
  useEffect(() => {
    if (!running) return
    const root = document.documentElement
    root.dataset['houseLights'] = 'down'
    return () => {
      delete root.dataset['houseLights']
    }
  }, [running])
}
