import { createContext, startTransition, use, useLayoutEffect, useState, type ReactNode } from 'react'
import { requireProvided } from '#web/concurrency/observable.ts'
import {
  getCurrentHistoryEntry,
  lastNavigatedEntry,
  runWaitingNavigations,
  type RouterLocation,
} from './navigate.ts'

const RenderedEntry = createContext<RouterLocation | null>(null)

export function NavigationProvider({ children }: { children: ReactNode }) {
  const [entry, setEntry] = useState(getCurrentHistoryEntry)

  // Runs before the paint, so that no navigation is missed. Effects that redirect run later.
  useLayoutEffect(() => {
    const show = (next: RouterLocation) => startTransition(() => setEntry(next))
    // If the user has navigated meanwhile, the entry where the browser arrived is no longer the current one.
    const traverse = () => void (runWaitingNavigations() || show(getCurrentHistoryEntry()))
    const stop = lastNavigatedEntry.subscribe(() => {
      const next = lastNavigatedEntry.get()
      if (next !== null) show(next)
    })
    window.addEventListener('popstate', traverse)
    return () => {
      stop()
      window.removeEventListener('popstate', traverse)
    }
  }, [])

  return <RenderedEntry value={entry}>{children}</RenderedEntry>
}

/** While the next screen loads, returns the location of the old one, which is still shown. */
export function useLocation(): RouterLocation {
  return requireProvided(use(RenderedEntry))
}
