import { createContext, startTransition, use, useLayoutEffect, useState, type ReactNode } from 'react'
import { provided } from '#web/concurrency/observable.ts'
import {
  currentHistoryEntry,
  lastNavigatedEntry,
  runWaitingNavigations,
  type BrowserHistoryEntry,
} from './navigate.ts'

const RenderedEntry = createContext<BrowserHistoryEntry | null>(null)

/**
 * Provides the current history entry to its children. Navigations are React transitions, so that the old screen stays
 * visible until the code of the next one has loaded.
 */
export function NavigationProvider({ children }: { children: ReactNode }) {
  const [entry, setEntry] = useState(currentHistoryEntry)

  // Runs before the paint, so that no navigation is missed. Effects that redirect run later.
  useLayoutEffect(() => {
    const show = (next: BrowserHistoryEntry) => startTransition(() => setEntry(next))
    // If the user has gone on in the meantime, the entry that the browser arrived at is no longer the current one.
    const traverse = () => void (runWaitingNavigations() || show(currentHistoryEntry()))
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

/**
 * Returns the history entry of the rendered screen. While the next screen is still loading, this is the old screen's
 * entry, and `currentHistoryEntry` already returns the next one.
 */
export function useLocation(): BrowserHistoryEntry {
  return provided(use(RenderedEntry))
}
