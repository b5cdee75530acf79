import { useEffect, useRef, type RefObject } from 'react'
import { useLocation } from 'react-router'
import { focusHeading } from './focus-heading.ts'
import { noteScreen } from './screen-trail.ts'

const PRODUCT = 'Dacapo'

/**
 * Names the window after the screen and, after a navigation, moves the focus to its heading and the view to its
 * top: what a browser does by itself when it loads a page. Gives the ref for the screen's main landmark.
 */
export function useScreen(title: string): RefObject<HTMLElement | null> {
  const main = useRef<HTMLElement>(null)
  const { key, pathname } = useLocation()

  useEffect(() => noteScreen(pathname), [pathname])

  useEffect(() => {
    document.title = title === '' ? PRODUCT : `${title} · ${PRODUCT}`
  }, [title])

  useEffect(() => {
    const element = main.current
    // The first page of a visit keeps the browser's own focus, and a field that took it on purpose keeps it too.
    if (element === null || key === 'default' || element.contains(document.activeElement)) return
    focusHeading(element)
    window.scrollTo(0, 0)
  }, [key])

  return main
}
