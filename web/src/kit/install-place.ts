import { createContext, type ReactNode } from 'react'

/** Where a screen has room for the hint that the app can be installed; the frame says what stands there. */
export const InstallPlace = createContext<ReactNode>(null)
