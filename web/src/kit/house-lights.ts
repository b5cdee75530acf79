import { useEffect } from 'react'

/**
 * House lights down: while the click runs the navigation bar slides away, without moving anything else. It comes
 * back when it gets the focus, when `running` ends and when the screen goes.
 */
export function useHouseLights(running: boolean): void {
  useEffect(() => {
    if (!running) return
    const root = document.documentElement
    root.dataset['houseLights'] = 'down'
    return () => {
      delete root.dataset['houseLights']
    }
  }, [running])
}
