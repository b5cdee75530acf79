import i18next from 'i18next'
import { lazy, type ComponentType } from 'react'
import type { ToastAction, ToastTone } from './toast-list.tsx'

export const showSuccessToast = (message: string) => announce('success', message)

/** Shows the message with an Undo button until the toast disappears or `until` is aborted. */
export const showUndoToast = (message: string, undo: () => void, until?: AbortSignal) =>
  announce('success', message, { label: i18next.t('common:undo'), run: undo, until })

/** Without a message, says that something went wrong. */
export const showErrorToast = (message = i18next.t('common:toast.error'), action?: ToastAction) =>
  announce('error', message, action)

/** Looks like an error toast, but screen readers announce it politely (D23). */
export const showSignedOutToast = (message: string) => announce('neutral', message)

const load = () => import('./toast-list.tsx')

/** Renders nothing if the code of the toasts cannot be loaded. */
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
