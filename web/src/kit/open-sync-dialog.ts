import { createContext, use } from 'react'

/** Context with the function that opens the sync dialog, provided by the signed-in frame. */
export const OpenSyncDialog = createContext<() => void>(() => {})

/** Returns the function that opens the sync dialog; does nothing outside the frame. */
export const useOpenSyncDialog = (): (() => void) => use(OpenSyncDialog)
