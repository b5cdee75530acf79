import { useEffect, type RefObject } from 'react'

/**
 * Places toasts in one slim line directly below an element, so that the piece and its tempo remain visible (rule PX19).
 * Measures the element, because its height depends on the phone, the font size and the length of the names of piece and
 * section.
 */
export function useToastsBelowElement(title: RefObject<HTMLElement | null>): void {
  useToastsAtPageTop()
  useEffect(() => {
    const element = title.current
    if (element === null) return
    const root = document.documentElement

    function place() {
      const bottom = element?.getBoundingClientRect().bottom ?? 0
      root.style.setProperty('--toast-top', `calc(${Math.round(bottom)}px - env(safe-area-inset-top))`)
    }

    const watch = new ResizeObserver(place)
    watch.observe(element)
    watch.observe(document.body)
    return () => {
      watch.disconnect()
      root.style.removeProperty('--toast-top')
    }
  }, [title])
}

/** Places toasts in one slim line at the top of the page, so that they cover only its top row (rule PX19). */
export function useToastsAtPageTop(): void {
  useEffect(() => {
    const root = document.documentElement
    root.dataset['toasts'] = 'slim'
    return () => {
      delete root.dataset['toasts']
    }
  }, [])
}
