import { useEffect, useRef, type RefObject } from 'react'

/**
 * Scrolls to the top when the component is mounted, and focuses the heading if nothing has the focus. For screens that
 * replace another one at the same address: the button that was pressed disappears with it, and the focus would be
 * lost. Returns the ref for the heading.
 */
export function useFocusOnMount(): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null)

  useEffect(() => {
    if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true })
    window.scrollTo(0, 0)
  }, [])

  return heading
}
