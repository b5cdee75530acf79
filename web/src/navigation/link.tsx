import { useEffect, useEffectEvent, type ComponentProps, type MouseEvent } from 'react'
import { navigate, getCurrentHistoryEntry } from './navigate.ts'
import { useLocation } from './use-location.tsx'

export type LinkProps = Omit<ComponentProps<'a'>, 'href' | 'target'> & {
  to: string
  /** Stored in the new history entry, but not passed on if the link opens a new tab. */
  state?: unknown
}

/** A link to the current address replaces the history entry. Browsers handle clicks with modifier keys. */
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

/** Replaces the current history entry, unless the browser has already gone to another one. */
export function Redirect({ to, state }: { to: string; state?: unknown }) {
  const { key } = useLocation()
  const redirect = useEffectEvent((rendered: string, address: string) => {
    if (getCurrentHistoryEntry().key === rendered) navigate(address, { replace: true, state })
  })
  useEffect(() => redirect(key, to), [key, to])
  return null
}
