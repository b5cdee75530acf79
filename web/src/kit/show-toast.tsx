import { lazy } from 'react'
import type { ToastAction, Tone } from './toast-tone.ts'

/** Shows a success toast for 2 s, or 6 s with an action. */
export const showSuccess = (message: string, action?: ToastAction) => announce('success', message, action)

/** Shows an error toast for 4 s, announced immediately. */
export const showError = (message: string, action?: ToastAction) => announce('error', message, action)

/** Shows a toast that looks like an error but is announced politely: the confirmation of a sign-out (4 s). */
export const showSignedOut = (message: string) => announce('farewell', message)

/** Renders the toasts. Mounted once in the app. */
export const ToastArea = lazy(async () => ({ default: (await toasts()).ToastList }))

// Loaded after the first screen, which works without toasts.
function announce(tone: Tone, message: string, action?: ToastAction): void {
  toasts().then(
    ({ announceToast }) => announceToast(tone, message, action),
    // The network failed, or the page is being left: the toast area, which needs the same code, deals with it.
    () => {},
  )
}

function toasts() {
  return import('./toast-list.tsx')
}
