import { createContext, use } from 'react'

/** React context with the function that opens the sync dialog. The signed-in frame provides it. */
export const OpenSyncDialogContext = createContext<() => void>(() => {})

/** Returns a function that opens the sync dialog. On screens without the signed-in frame it does nothing. */
export const useOpenSyncDialog = (): (() => void) => use(OpenSyncDialogContext)
