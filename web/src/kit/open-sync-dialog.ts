import { createContext, use } from 'react'

/** Context with the function that opens the sync dialog. The signed-in frame provides it. */
export const OpenSyncDialogContext = createContext<() => void>(() => {})

/** Returns a function that opens the sync dialog. Outside of the signed-in frame it does nothing. */
export const useOpenSyncDialog = (): (() => void) => use(OpenSyncDialogContext)
