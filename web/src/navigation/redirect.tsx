import { useEffect, useEffectEvent } from 'react'
import { currentEntry } from './history-entry.ts'
import { navigate } from './navigate.ts'
import { useLocation } from './use-location.tsx'

type Props = { to: string; state?: unknown }

/** Replaces each history entry at which it is rendered, unless the browser has left it meanwhile. */
export function Redirect({ to, state }: Props) {
  const { key } = useLocation()
  const redirect = useEffectEvent((rendered: string, address: string) => {
    if (currentEntry().key === rendered) navigate(address, { replace: true, state })
  })
  useEffect(() => redirect(key, to), [key, to])
  return null
}
