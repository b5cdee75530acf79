import { useEffect, useRef, type RefObject } from 'react'

/**
 * Moves the focus to the heading of a screen that took another's place without a navigation, when the control
 * that was pressed went away with the old one. Gives the ref for the heading.
 */
export function useFocusOnArrival(): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null)

  useEffect(() => {
    if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true })
    window.scrollTo(0, 0)
  }, [])

  return heading
}
