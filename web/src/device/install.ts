import { useSyncExternalStore } from 'react'

/** Event with which a browser offers to install the app (beforeinstallprompt). TypeScript does not declare it yet. */
type InstallPrompt = Event & {
  prompt(): Promise<{ readonly outcome: 'accepted' | 'dismissed' }>
}

/**
 * A way to install the app on this device. 'ask': the function `ask` shows the browser's own prompt. 'by-hand': the
 * user must use the browser's menu, as on an iPhone or iPad.
 */
export type InstallMethod =
  | { readonly kind: 'ask'; readonly ask: () => Promise<void> }
  | { readonly kind: 'by-hand' }

// Module state: the browser offers to install the site once per page.
let way: InstallMethod | null = byHand()
const listeners = new Set<() => void>()

/**
 * Starts listening for the browser's prompt to install the app, and keeps the prompt so that the app can show it later.
 * Called once, after the page has loaded (rule OF11).
 */
export function captureInstallPrompt(): void {
  window.addEventListener('beforeinstallprompt', event => {
    event.preventDefault()
    set({
      kind: 'ask',
      // A prompt can be shown once. The browser may send another event.
      async ask() {
        set(null)
        await (event as InstallPrompt).prompt()
      },
    })
  })
  window.addEventListener('appinstalled', () => set(null))
}

/**
 * Returns the way to install the app. Returns null if the app is installed, cannot be installed, or the browser has not
 * offered to install it yet. Renders the component again when that changes.
 */
export const useInstallMethod = (): InstallMethod | null =>
  useSyncExternalStore(
    listener => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => way,
  )

function set(next: InstallMethod | null): void {
  way = next
  listeners.forEach(listener => listener())
}

// Only Safari on iOS reports whether it runs from the home screen. Safari on a Mac reports it as well, but has no
// touch.
function byHand(): InstallMethod | null {
  const isStarted = 'standalone' in navigator ? navigator.standalone : null
  return isStarted === false && navigator.maxTouchPoints > 1 ? { kind: 'by-hand' } : null
}
