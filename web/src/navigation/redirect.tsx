import { useEffect, useEffectEvent } from 'react'
import { currentHistoryEntry } from './history-entry.ts'
import { navigate } from './navigate.ts'
import { useLocation } from './use-location.tsx'

type Props = { to: string; state?: unknown }

/**
 * Navigates to another address when rendered, and replaces the current history entry. Does nothing if the browser has
 * already navigated elsewhere.
 */
export function Redirect({ to, state }: Props) {
  const { key } = useLocation()
  const redirect = useEffectEvent((rendered: string, address: string) => {
    if (currentHistoryEntry().key === rendered) navigate(address, { replace: true, state })
  })
  useEffect(() => redirect(key, to), [key, to])
  return null
}
