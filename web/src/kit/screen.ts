import { useEffect, useRef, useCallback, type RefObject } from 'react'
import { useLocation } from '#web/navigation/use-location.tsx'

const PRODUCT = 'Dacapo'

/** Sets the title and, after a navigation, focuses the heading and scrolls up. Returns a ref for `main`. */
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

/** Focuses and returns the h1, else `main`, else null. Call it after the focused element was removed. */
export function focusScreenHeading(
  main: HTMLElement | null = document.querySelector('main'),
): HTMLElement | null {
  const target = main?.querySelector('h1') ?? main
  if (target === null) return null
  target.tabIndex = -1
  target.focus({ preventScroll: true })
  return target
}

/** If nothing has the focus, focuses and returns the heading, so that Tab starts there; else null. */
export function focusHeadingIfFocusLost(): HTMLElement | null {
  const isLost = document.activeElement === null || document.activeElement === document.body
  return isLost ? focusScreenHeading() : null
}

// Module state: it mirrors the page's history.
let lastPath: string | null = null

/** The path of the screen that was rendered before the current one, or null. */
export const getPreviousScreenPath = (): string | null => lastPath

/** Returns a function that says whether the screen is still shown; ask it before navigating after an await. */
export function useScreenCurrentCheck(): () => boolean {
  const address = useRef<string>(null)
  useEffect(() => {
    address.current = location.pathname
    return () => {
      address.current = null
    }
  }, [])
  return useCallback(() => address.current === location.pathname, [])
}

/** Hides the navigation bar while `running`, unless the bar has the focus. Other content does not move. */
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
