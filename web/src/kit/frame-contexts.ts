import { createContext, use, type ReactNode } from 'react'

/**
 * React context with the short status messages that each page shows at its top right, such as "offline". The component
 * around all signed-in screens provides them.
 */
export const PageStatusContext = createContext<ReactNode>(null)

/**
 * React context with the instructions for installing the app, which some screens render. The component around all
 * signed-in screens provides them.
 */
export const InstallHintContext = createContext<ReactNode>(null)

/**
 * React context with the function that opens the feedback dialog ('done') or the support form ('support'). The
 * component around all signed-in screens provides the function.
 */
export const OpenFeedbackContext = createContext<(place: 'done' | 'support') => void>(() => {})

/**
 * Returns a function that opens the feedback dialog. The last screen of a practice routine uses it. Outside the
 * signed-in screens, for example if a visitor tries the app without an account, the function does nothing.
 */
export function useOpenFeedback(): () => void {
  const open = use(OpenFeedbackContext)
  return () => open('done')
}

/** Returns a function that opens the support form ("Write to us"), which is part of Pro. */
export function useOpenSupport(): () => void {
  const open = use(OpenFeedbackContext)
  return () => open('support')
}

/**
 * React context with the function that opens the dialog with the sync status. The component around all signed-in
 * screens provides the function.
 */
export const OpenSyncDialogContext = createContext<() => void>(() => {})

/**
 * Returns a function that opens the dialog with the sync status. Outside the signed-in screens, for example on the
 * sign-in screen, the function does nothing.
 */
export const useOpenSyncDialog = (): (() => void) => use(OpenSyncDialogContext)
