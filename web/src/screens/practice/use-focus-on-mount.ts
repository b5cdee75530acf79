import { useEffect, useRef, type RefObject } from 'react'

/**
 * Returns a ref for the heading of a screen. Scrolls to the top when the screen is mounted, and focuses the heading
 * if nothing has the focus. This is needed if a screen replaces another one at the same address, because the
 * focused button disappears with the previous screen.
 */
export function useFocusOnMount(): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null)

  useEffect(() => {
    // After the next frame. Before it, the browser would compute the layout of the new screen just for this.
    requestAnimationFrame(() =>
      setTimeout(() => {
        // Another screen may have come meanwhile.
        if (heading.current === null) return
        if (document.activeElement === document.body) heading.current.focus({ preventScroll: true })
        window.scrollTo(0, 0)
      }),
    )
  }, [])

  return heading
}
