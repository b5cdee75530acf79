import { lazy } from 'react'

/** One thing a toast can do for the musician, such as Undo. */
export type ToastAction = { label: string; run: () => void }

/** Good news: 2 s, or 6 s with an action. */
export const showSuccess = (message: string, action?: ToastAction) => announce('success', message, action)

/** Bad news: 4 s, said at once by a screen reader. */
export const showError = (message: string, action?: ToastAction) => announce('error', message, action)

/** Looks like an error, is no alarm: the words after signing out (4 s). */
export const showFarewell = (message: string) => announce('farewell', message)

/** Where the toasts appear. Stands once in the app. */
export const ToastArea = lazy(async () => ({ default: (await toasts()).Toasts }))

export type Tone = 'success' | 'error' | 'farewell'

// The first screen works without toasts, so they are loaded beside it and not before it.
function announce(tone: Tone, message: string, action?: ToastAction): void {
  void toasts().then(({ announceToast }) => announceToast(tone, message, action))
}

function toasts() {
  return import('./toasts.tsx')
}
