import { createContext, startTransition, use, useLayoutEffect, useState, type ReactNode } from 'react'
import { currentEntry, type NavigationEntry } from './history-entry.ts'
import { navigated } from './navigate.ts'

const RenderedEntry = createContext<NavigationEntry | null>(null)

/**
 * Provides the current history entry. A navigation is a transition, so the old screen stays until the code of the next
 * one has loaded (rule UI50).
 */
export function NavigationProvider({ children }: { children: ReactNode }) {
  const [entry, setEntry] = useState(currentEntry)

  // Runs before the paint, so that no navigation is missed. Effects that redirect run later.
  useLayoutEffect(() => {
    const show = (next: NavigationEntry) => startTransition(() => setEntry(next))
    const traverse = () => show(currentEntry())
    const stop = navigated.subscribe(() => {
      const next = navigated.get()
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
 * Returns the history entry that is rendered. While the next screen loads, the browser is already at another entry
 * (`currentEntry`).
 */
export function useLocation(): NavigationEntry {
  const entry = use(RenderedEntry)
  if (entry === null) throw new Error('useLocation needs a NavigationProvider')
  return entry
}
