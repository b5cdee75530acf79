import { createObservable, useObservable } from '#web/concurrency/observable.ts'

type InstallPrompt = Event & {
  prompt(): Promise<{ readonly outcome: 'accepted' | 'dismissed' }>
}

/** 'ask' opens the browser's prompt. 'by-hand': only the browser's menu can install, as on an iPhone. */
export type InstallOffer =
  | { readonly kind: 'ask'; readonly ask: () => Promise<void> }
  | { readonly kind: 'by-hand' }

// Module state: the browser offers to install the site once per page.
const method = createObservable<InstallOffer | null>(byHand())

export function captureInstallPrompt(): void {
  window.addEventListener('beforeinstallprompt', event => {
    event.preventDefault()
    method.set({
      kind: 'ask',
      // A prompt can be shown once. The browser may send another event.
      async ask() {
        method.set(null)
        await (event as InstallPrompt).prompt()
      },
    })
  })
  window.addEventListener('appinstalled', () => method.set(null))
}

export const useInstallOffer = (): InstallOffer | null => useObservable(method)

// Only Safari on iOS tells whether it runs from the home screen; Safari on a Mac does as well, but has no touch.
function byHand(): InstallOffer | null {
  const isStarted = 'standalone' in navigator ? navigator.standalone : null
  return isStarted === false && navigator.maxTouchPoints > 1 ? { kind: 'by-hand' } : null
}
