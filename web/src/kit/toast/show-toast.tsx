import i18next from 'i18next'
import { lazy, type ComponentType } from 'react'
import type { ToastAction, ToastTone } from './toast-list.tsx'

export const showSuccessToast = (message: string) => announce('success', message)

/** Closes the toast when `until` is aborted, because nothing can be undone then. */
export const showUndoToast = (message: string, undo: () => void, until?: AbortSignal) =>
  announce('success', message, { label: i18next.t('common:undo'), run: undo, until })

export const showErrorToast = (message = i18next.t('common:toast.error'), action?: ToastAction) =>
  announce('error', message, action)

export const showNeutralToast = (message: string) => announce('neutral', message)

const load = () => import('./toast-list.tsx')

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
