import { useEffect, useRef, type RefObject } from 'react'
import { useLocation } from '#web/navigation/use-location.tsx'
import { focusScreenHeading, restoreLostFocus } from './focus-screen-heading.ts'
import { recordScreenPath } from './list/previous-screen.ts'

const PRODUCT = 'Dacapo'

/**
 * Sets the document title. After a navigation, focuses the screen's heading and scrolls to the top, as a browser does
 * after loading a page. Returns the ref for the screen's `main` element.
 */
export function useScreenTitleAndFocus(title: string): RefObject<HTMLElement | null> {
  const main = useRef<HTMLElement>(null)
  const focused = useRef<HTMLElement | null>(null)
  const { key, pathname } = useLocation()

  useEffect(() => recordScreenPath(pathname), [pathname])

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
    focused.current = restoreLostFocus()
  })

  return main
}
