import { useEffect, useEffectEvent, type ComponentProps, type MouseEvent } from 'react'
import { navigate, currentHistoryEntry } from './navigate.ts'
import { useLocation } from './use-location.tsx'

/**
 * Props of a link to an address of this app: those of an `a` element, the address `to`, and a state for the new history
 * entry.
 */
export type LinkProps = Omit<ComponentProps<'a'>, 'href' | 'target'> & {
  to: string
  /** Stored in the new history entry; a new tab does not get it. */
  state?: unknown
}

/**
 * Renders a link to an address of this app. Leaves clicks with a modifier key or another mouse button to the browser,
 * which opens a new tab, for example. A click on a link to the current address replaces the current history entry
 * instead of adding one.
 */
export function Link({ to, state, onClick, children, ...rest }: LinkProps) {
  function follow(event: MouseEvent<HTMLAnchorElement>) {
    onClick?.(event)
    const { button, metaKey, altKey, ctrlKey, shiftKey } = event
    if (event.defaultPrevented || button !== 0 || metaKey || altKey || ctrlKey || shiftKey) return
    event.preventDefault()
    const { pathname, search, hash } = window.location
    navigate(to, { replace: to === pathname + search + hash, state })
  }

  return (
    <a {...rest} href={to} onClick={follow}>
      {children}
    </a>
  )
}

type RedirectProps = { to: string; state?: unknown }

/**
 * Navigates to another address when rendered, and replaces the current history entry. Does nothing if the browser has
 * already navigated elsewhere.
 */
export function Redirect({ to, state }: RedirectProps) {
  const { key } = useLocation()
  const redirect = useEffectEvent((rendered: string, address: string) => {
    if (currentHistoryEntry().key === rendered) navigate(address, { replace: true, state })
  })
  useEffect(() => redirect(key, to), [key, to])
  return null
}
