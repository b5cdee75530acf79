import { useEffect, type RefObject } from 'react'

/**
 * Toasts are one slim line that hangs below an element: what is practiced and its tempo, and at the end what it
 * brought, stay readable for the six seconds in which a saved tempo can be taken back (rules PX16 and PX26). How far
 * down that is depends on the phone, the letters' size and the length of the names, so it is measured.
 */
export function useToastsBelow(title: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = title.current
    if (element === null) return
    const root = document.documentElement

    function place() {
      const bottom = element?.getBoundingClientRect().bottom ?? 0
      root.style.setProperty('--toast-top', `calc(${Math.round(bottom)}px - env(safe-area-inset-top))`)
    }

    root.dataset['toasts'] = 'slim'
    const watch = new ResizeObserver(place)
    watch.observe(element)
    watch.observe(document.body)
    return () => {
      watch.disconnect()
      root.style.removeProperty('--toast-top')
      delete root.dataset['toasts']
    }
  }, [title])
}
