import { useEffect, useRef, type RefObject } from 'react'

/**
 * Scrolls to the top when the component is mounted, and focuses the heading if nothing has the focus. Use it on screens
 * that appear without a navigation, when the pressed button was removed with the previous screen. Returns the ref for
 * the heading.
 */
export function useFocusOnMount(): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null)

  useEffect(() => {
    if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true })
    window.scrollTo(0, 0)
  }, [])

  return heading
}
