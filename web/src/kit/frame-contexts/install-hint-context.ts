import { createContext, type ReactNode } from 'react'

/**
 * React context with the instructions for installing the app, which some screens render. The component around all
 * signed-in screens provides them.
 */
export const InstallHintContext = createContext<ReactNode>(null)
