import { createContext, use } from 'react'

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
