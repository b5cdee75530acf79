import { lazy, type ComponentType } from 'react'
import type { ToastAction, ToastTone } from './toast-list.tsx'

/** Shows a success toast for 2 s, or for 6 s if it has an action. */
export const showSuccess = (message: string, action?: ToastAction) => announce('success', message, action)

/** Shows an error toast for 4 s, or for 6 s if it has an action. Screen readers announce it immediately. */
export const showError = (message: string, action?: ToastAction) => announce('error', message, action)

/** Shows a toast for 4 s that confirms a sign-out. It looks like an error, but screen readers announce it politely. */
export const showSignedOut = (message: string) => announce('neutral', message)

const load = () => import('./toast-list.tsx')

/** Renders all toasts of the page; nothing if their code cannot be loaded. */
export const ToastArea = lazy<ComponentType>(() =>
  load().then(
    ({ ToastList }) => ({ default: ToastList }),
    () => ({ default: () => null }),
  ),
)

function announce(tone: ToastTone, message: string, action?: ToastAction): void {
  load().then(
    ({ addToast }) => addToast(tone, message, action),
    // The network failed, or the page is being left.
    () => {},
  )
}
