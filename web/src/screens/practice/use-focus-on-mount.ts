import { useEffect, useRef, type RefObject } from 'react'

/**
 * Focuses the heading of a screen that appeared without a navigation, because the focused control was removed with the
 * previous screen. Returns the ref for the heading.
 */
export function useFocusOnMount(): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null)

  useEffect(() => {
    if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true })
    window.scrollTo(0, 0)
  }, [])

  return heading
}
