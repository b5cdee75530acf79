import { useEffect, useEffectEvent, type ComponentProps, type MouseEvent } from 'react'
import { navigate, getCurrentHistoryEntry } from './navigate.ts'
import { useLocation } from './use-location.tsx'

export type LinkProps = Omit<ComponentProps<'a'>, 'href' | 'target'> & {
  to: string
  /** Stored in the new history entry, but not passed on if the link opens a new tab. */
  state?: unknown
}

/** Replaces the history entry if `to` is the current address. */
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

/** Does nothing if the browser has meanwhile gone to another history entry. */
export function Redirect({ to, state }: { to: string; state?: unknown }) {
  const { key } = useLocation()
  const redirect = useEffectEvent((rendered: string, address: string) => {
    if (getCurrentHistoryEntry().key === rendered) navigate(address, { replace: true, state })
  })
  useEffect(() => redirect(key, to), [key, to])
  return null
}
