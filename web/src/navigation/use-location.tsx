import { createContext, startTransition, use, useLayoutEffect, useState, type ReactNode } from 'react'
import { requireProvided } from '#web/concurrency/observable.ts'
import {
  getCurrentHistoryEntry,
  lastNavigatedEntry,
  runWaitingNavigations,
  type RouterLocation,
} from './navigate.ts'

const RenderedEntry = createContext<RouterLocation | null>(null)

/** Navigates in transitions, so that the old screen stays until the code of the next one has loaded. */
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

/** Returns the entry of the rendered screen; while the next screen loads, that is the old one. */
export function useLocation(): RouterLocation {
  return requireProvided(use(RenderedEntry))
}
