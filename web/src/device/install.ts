import { useSyncExternalStore } from 'react'

/** What a browser hands out where it can install the app itself; TypeScript does not know it yet. */
type InstallPrompt = Event & {
  prompt(): Promise<{ readonly outcome: 'accepted' | 'dismissed' }>
}

/** How the app comes onto this device: by the browser's own question, or, on an iPhone and iPad, by hand. */
export type InstallWay =
  | { readonly kind: 'ask'; readonly ask: () => Promise<void> }
  | { readonly kind: 'by-hand' }

let way: InstallWay | null = byHand()
const listeners = new Set<() => void>()

/** Keeps the browser's question until somebody wants it; called once, when the page has loaded (rule OF12). */
export function keepInstallPrompt(): void {
  window.addEventListener('beforeinstallprompt', event => {
    event.preventDefault()
    set({
      kind: 'ask',
      // A question can be asked once; the browser brings another if it wants to.
      async ask() {
        set(null)
        await (event as InstallPrompt).prompt()
      },
    })
  })
  window.addEventListener('appinstalled', () => set(null))
}

/** How this device could have the app; null where it has it, or cannot. */
export const useInstallWay = (): InstallWay | null =>
  useSyncExternalStore(
    listener => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => way,
  )

function set(next: InstallWay | null): void {
  way = next
  listeners.forEach(listener => listener())
}

// Only Safari on iOS says whether it was started from the home screen; on a Mac it does so, too, but nobody touches it.
function byHand(): InstallWay | null {
  const isStarted = 'standalone' in navigator ? navigator.standalone : null
  return isStarted === false && navigator.maxTouchPoints > 1 ? { kind: 'by-hand' } : null
}
