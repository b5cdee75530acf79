import { useEffect, useRef, useCallback, type RefObject } from 'react'
import { useLocation } from '#web/navigation/use-location.tsx'

const PRODUCT = 'Dacapo'

/**
 * Sets the document title. After a navigation, focuses the heading and scrolls to the top, as a browser does. Returns
 * the ref for the screen's `main` element.
 */
export function useScreenTitleAndFocus(title: string): RefObject<HTMLElement | null> {
  const main = useRef<HTMLElement>(null)
  const focused = useRef<HTMLElement | null>(null)
  const { key, pathname } = useLocation()

  useEffect(() => {
    lastPath = pathname
  }, [pathname])

  useEffect(() => {
    document.title = title === '' ? PRODUCT : `${title} · ${PRODUCT}`
  }, [title])

  useEffect(() => {
    const element = main.current
    // On the first page of a visit the browser's own focus stays, and so does an autofocused field's.
    if (element === null || key === 'default' || element.contains(document.activeElement)) return
    focused.current = focusScreenHeading(element)
    window.scrollTo(0, 0)
  }, [key])

  // The first heading may be replaced by another one, for example when the library has loaded.
  useEffect(() => {
    if (focused.current === null || focused.current.isConnected) return
    focused.current = focusHeadingIfFocusLost()
  })

  return main
}

/**
 * Focuses the screen's heading, for when the focused element was removed. Returns it, or null if there is no screen.
 */
export function focusScreenHeading(
  main: HTMLElement | null = document.querySelector('main'),
): HTMLElement | null {
  const target = main?.querySelector('h1') ?? main
  if (target === null) return null
  target.tabIndex = -1
  target.focus({ preventScroll: true })
  return target
}

/**
 * Focuses the heading if nothing has the focus; Tab would otherwise continue at the top of the page. Returns the
 * heading if it got the focus, otherwise null.
 */
export function focusHeadingIfFocusLost(): HTMLElement | null {
  const isLost = document.activeElement === null || document.activeElement === document.body
  return isLost ? focusScreenHeading() : null
}

// Module state: it mirrors the page's history.
let lastPath: string | null = null

/** The path of the screen that was rendered before the current one, or null. */
export const getPreviousScreenPath = (): string | null => lastPath

/**
 * The returned function is true while the component's screen is the current one. Asynchronous work must call it before
 * it navigates or moves the focus.
 */
export function useIsScreenCurrent(): () => boolean {
  const address = useRef<string>(null)
  useEffect(() => {
    address.current = location.pathname
    return () => {
      address.current = null
    }
  }, [])
  return useCallback(() => address.current === location.pathname, [])
}

/**
 * Hides the navigation bar while the click runs, without moving other content. It reappears when it gets the focus.
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
