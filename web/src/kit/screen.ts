import { useEffect, useRef, useCallback, type RefObject } from 'react'
import { useLocation } from '#web/navigation/use-location.tsx'

const PRODUCT = 'Dacapo'

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

/** Returns the focused element: the h1, else `main`, else null. */
export function focusScreenHeading(
  main: HTMLElement | null = document.querySelector('main'),
): HTMLElement | null {
  const target = main?.querySelector('h1') ?? main
  if (target === null) return null
  target.tabIndex = -1
  target.focus({ preventScroll: true })
  return target
}

/** Call it after the focused element was removed: otherwise Tab would start at the top of the page. */
export function focusHeadingIfFocusLost(): HTMLElement | null {
  const isLost = document.activeElement === null || document.activeElement === document.body
  return isLost ? focusScreenHeading() : null
}

// Module state: it mirrors the page's history.
let lastPath: string | null = null

/** Call it only in a screen's first render: later it returns that screen's own path. Null if there was none. */
export const getPreviousScreenPath = (): string | null => lastPath

/** Call the returned function after an `await`: it returns false if the user has left the screen. */
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

/** The bar stays visible while the focus is in it. Other content does not move. */
export function useHideNavigation(isHidden: boolean): void {
  useEffect(() => {
    if (!isHidden) return
    const root = document.documentElement
    root.dataset['navigation'] = 'hidden'
    return () => {
      delete root.dataset['navigation']
    }
  }, [isHidden])
}
