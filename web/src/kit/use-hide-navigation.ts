import { useEffect } from 'react'

/**
 * Hides the navigation bar while the click runs, without moving anything else. It reappears when it gets the focus,
 * when `running` becomes false and on unmount.
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
