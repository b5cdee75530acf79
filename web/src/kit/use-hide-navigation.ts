import { useEffect } from 'react'

/**
 * Hides the navigation bar while `running` is true, without moving other content. The bar reappears when an element in
 * it gets the focus.
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
