import { createElement, useEffect, type ComponentType } from 'react'
import { createObservable, useObservable } from '#web/concurrency/observable.ts'
import { importWithStyles } from '../import-with-styles.ts'
import type { ToastAction, ToastTone } from './toast-list.tsx'

/** Shows a success toast for 2 s, or for 6 s if it has an action. */
export const showSuccess = (message: string, action?: ToastAction) => announce('success', message, action)

/** Shows an error toast for 4 s, or for 6 s if it has an action. Screen readers announce it immediately. */
export const showError = (message: string, action?: ToastAction) => announce('error', message, action)

/** Shows a toast for 4 s that confirms a sign-out. It looks like an error, but screen readers announce it politely. */
export const showSignedOut = (message: string) => announce('neutral', message)

/** The component that renders the toasts; null until its code is loaded. Module state: a cache of loaded code. */
const toastList = createObservable<ComponentType | null>(null)

/**
 * Renders all toasts of the page. The app renders this component once. If the code of the toast list cannot be loaded,
 * the next toast loads it again (rule UI12).
 */
export function ToastArea() {
  const List = useObservable(toastList)
  // After the first screen, which works without toasts.
  useEffect(() => void loadToasts().catch(() => {}), [])
  return List && createElement(List)
}

function announce(tone: ToastTone, message: string, action?: ToastAction): void {
  loadToasts().then(
    ({ addToast }) => addToast(tone, message, action),
    // The network failed, or the page is being left.
    () => {},
  )
}

async function loadToasts() {
  const loaded = await importWithStyles(() => import('./toast-list.tsx'), 'idle-')
  toastList.set(loaded.ToastList)
  return loaded
}
